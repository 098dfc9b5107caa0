import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "./harness/browser";
import { recordOf } from "./harness/program";
import { useStudio } from "./harness/setup";
import { pane, shows } from "./harness/table";

const studio = useStudio();
const STEPS = 10_000;
/** How long a jump may take here, with the browser and the machine's other work. */
const JUMP = 5_000;

/** In backgammon a step can be taken back for ever. */
async function longRecord(): Promise<string> {
  const moves = Array.from({ length: STEPS }, (_, at) => (at % 2 === 0 ? "step 8/5" : "take back"));
  return recordOf({ game: "backgammon", position: "4HPwATDgc/ABMA 31", moves });
}

/** Scrolls to a row, clicks on it, and says how long it took until the board was there. */
async function jump(page: Page, node: number): Promise<number> {
  const began = Date.now();
  await page.evaluate((node) => {
    const list = document.querySelector(".virtual");
    const height = document.querySelector(".row")?.clientHeight ?? 0;
    if (list) list.scrollTop = node * height - 100;
  }, node);
  await page.click(`#row-n${node}`);
  await shows(page, node);
  return Date.now() - began;
}

test("a match of ten thousand steps is opened, walked through at once, and played on", async () => {
  const match = await studio.server.open(await longRecord());
  const { page, traffic } = await openPage(studio.browser);
  await page.goto(`${studio.server.url}/#/match/${match.id}`);
  await shows(page, STEPS);
  await page.waitForSelector(`#row-n${STEPS}`);
  expect(await page.locator(".row").count()).toBeLessThan(100);

  for (const node of [5_000, 1, 9_999, 4_242]) expect(await jump(page, node), `to ${node}`).toBeLessThan(JUMP);
  await pane(page, "state");
  await page.waitForSelector(".changes tbody tr");
  // The values are there before what wrote them is found.
  await page.waitForSelector(".state-tree .value");
  await page.waitForSelector(".written");
  await page.click("[data-point='6']");
  await page.click("[data-point='5']");
  await shows(page, STEPS + 1);
  await page.waitForSelector(".row.branch");
  expect(traffic.problems).toEqual([]);
});
