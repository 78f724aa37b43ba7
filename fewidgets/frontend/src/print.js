// Printing: light colours, and a layout for a sheet of paper, because no change of size is reported before a print.

/** Width of a printed view in pixels. A4 and Letter have a little more; on a narrower sheet, the panels shrink. */
export const SHEET = 660;

/** Call `change` with true before the page is printed, and with false afterwards. Returns a function that stops this. */
export function followPrint(change) {
  const query = globalThis.matchMedia?.("print");
  const told = { beforeprint: () => change(true), afterprint: () => change(false) };
  const either = () => change(query.matches);
  for (const event in told) addEventListener(event, told[event]);
  query?.addEventListener("change", either);
  return () => {
    for (const event in told) removeEventListener(event, told[event]);
    query?.removeEventListener("change", either);
  };
}
