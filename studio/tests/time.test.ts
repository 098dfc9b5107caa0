import { expect, test } from "vitest";
import type { Match } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, pane, shows, sitDown } from "./harness/table";

const studio = useStudio();

async function threeMarks() {
  const { page, traffic } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { game: "tic-tac-toe" });
  for (const cell of ["a1", "b2", "c3"]) await andThen(page, () => page.click(`[data-place=${cell}]`));
  return { page, traffic, match };
}

test("one rewinds, plays on from there, and both lines are kept", async () => {
  const { page, traffic } = await threeMarks();
  await page.click(".row:has-text('a1')");
  await shows(page, 1);
  expect(await page.locator(".mark").count()).toBe(1);

  await andThen(page, () => page.click("[data-place=c1]"));
  await shows(page, 4);
  expect(await page.locator(".mark").count()).toBe(2);
  const branch = page.locator(".row.branch");
  expect(await branch.innerText()).toContain("or: b2");
  expect(await branch.innerText()).toContain("2 steps");

  await branch.click();
  await shows(page, 2);
  await page.click("button[title='To the end of this line']");
  await shows(page, 3);
  expect(await page.locator(".mark").count()).toBe(3);
  // All lines can be chosen among, wherever they fork.
  expect(await page.locator("[name=line] option").allInnerTexts()).toEqual(["2 b2, 3 steps", "2 c1, 2 steps"]);
  await page.selectOption("[name=line]", { label: "2 c1, 2 steps" });
  await shows(page, 4);
  expect(traffic.problems).toEqual([]);
});

test("doing again what was done goes there instead of beginning another line", async () => {
  const { page } = await threeMarks();
  await page.click("button[title='To the start']");
  await shows(page, 0);
  await andThen(page, () => page.click("[data-place=a1]"));
  await shows(page, 1);
  expect(await page.locator(".row.branch").count()).toBe(0);
});

test("a node opens into events, rules and changes", async () => {
  const { page } = await threeMarks();
  const row = page.locator(".row.node", { hasText: "b2" });
  await row.locator(".twist").click();
  const event = page.locator(".row.event").first();
  await event.locator(".twist").click();
  await page.waitForSelector(".row.rule");
  expect(await page.locator(".row.rule").first().innerText()).toContain("place a mark");
  expect(await page.locator(".row.change").count()).toBeGreaterThan(0);
});

test("a reload continues at the same frame, also after the server was killed", async () => {
  const { page, match } = await threeMarks();
  await page.click("button[title='One step back']");
  await shows(page, 2);
  await page.reload();
  await shows(page, 2);
  await studio.server.restart();
  await page.reload();
  await shows(page, 2);
  await page.click("button[title='To the end of this line']");
  await shows(page, 3);
  await andThen(page, () => page.click("[data-place=a3]"));
  expect(await page.locator(".mark").count()).toBe(4);
  const known = await studio.server.get<Match>(`/api/matches/${match.id}`);
  expect(known.nodes).toBe(5);
});

test("a link leads to game, frame, viewer and pane", async () => {
  const { match } = await threeMarks();
  const { page } = await openPage(studio.browser);
  await page.goto(`${studio.server.url}/#/match/${match.id}/node/2?viewer=seat1&pane=reactions`);
  await shows(page, 2);
  expect(await page.inputValue("[name=viewer]")).toBe("seat1");
  expect(await page.getAttribute("#tab-reactions", "aria-selected")).toBe("true");
});

test("the link to a frame is copied and leads back to it", async () => {
  const { page } = await threeMarks();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("button[title='One step back']");
  await shows(page, 2);
  await pane(page, "records");
  await page.click("text=Copy the link to this frame");
  await page.waitForSelector("text=The link is copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { page: other } = await openPage(studio.browser);
  await other.goto(link);
  await shows(other, 2);
  await other.waitForSelector(".pane.records");
});

test("the timeline of a duel calls cards by name", async () => {
  const { page } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { game: "duels" });
  await page.click(".hand .card.movable");
  const name = await page.locator(".card.chosen .card-name").innerText();
  await andThen(page, () => page.click(".card.target"));
  await page.locator(".row.node", { hasText: `place ${name}` }).waitFor();
  // From before it was placed as well: what comes is looked at ahead.
  const { page: other } = await openPage(studio.browser);
  await other.goto(`${studio.server.url}/#/match/${match.id}/node/0`);
  await other.locator(".row.node", { hasText: `place ${name}` }).waitFor();
});

test("two pages see each other's moves as they are made", async () => {
  const { page, match } = await threeMarks();
  const { page: other } = await openPage(studio.browser);
  await other.goto(`${studio.server.url}/#/match/${match.id}`);
  await shows(other, 3);
  await andThen(page, () => page.click("[data-place=a2]"));
  await shows(other, 4);
});

test("what is not there is said, not hidden", async () => {
  const { page } = await openPage(studio.browser);
  await page.goto(`${studio.server.url}/#/match/no-such-match`);
  expect(await page.locator(".problem").first().innerText()).not.toBe("");
});
