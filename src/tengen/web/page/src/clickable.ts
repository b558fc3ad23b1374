// A row of a table that acts like a button: by click, and by Enter when it has the focus.
export function clickable(act: () => void) {
  return {
    tabIndex: 0,
    onClick: act,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter") act();
    },
  };
}
