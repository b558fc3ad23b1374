// Makes src/messages.ts, the types of all messages, from the schema that the server's messages have.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(readFileSync("messages.schema.json", "utf8"));

// Titles of fields would each become a type of their own; a message without its type is never sent.
for (const message of Object.values(schema.$defs)) {
  for (const field of Object.values(message.properties)) delete field.title;
  if (message.properties.type) message.required = [...(message.required ?? []), "type"];
}
for (const field of Object.values(schema.properties)) delete field.title;

const types = await compile(schema, "Messages", {
  additionalProperties: false,
  bannerComment: "// Made from messages.schema.json by types.mjs.",
});
writeFileSync("src/messages.ts", types);
