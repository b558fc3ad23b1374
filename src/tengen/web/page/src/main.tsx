// Begins the page.
import { render } from "preact";
import "@sabaki/shudan/css/goban.css";

import { App } from "./components/app";
import { connect } from "./connection";
import { acceptRecords } from "./files";
import { listenToKeys } from "./keys";
import { showTheme, takeToken } from "./settings";
import { now } from "./store";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/views.css";
import "./styles/experiments.css";

takeToken();
showTheme(now().settings.theme);
render(<App />, document.getElementById("page")!);
connect();
acceptRecords();
listenToKeys();
