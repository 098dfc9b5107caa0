import { describe, expect, test } from "vitest";
import type { GameInfo } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { own } from "./harness/server";
import { useStudio } from "./harness/setup";
import { andThen, isOver, pane, shows, sitDown } from "./harness/table";

/** The game of the guide: two count to ten, by one or two at a time. */
const GAME = { game: "ten" };
const TWO = ".beside button:text-is('2')";
const ONE = ".beside button:text-is('1')";

describe("an author's own game, without a drawing", () => {
  const studio = useStudio(own());

  test("is on the shelf alone, begun at home, and won on the generic board", async () => {
    const { page, traffic } = await openPage(studio.browser);
    const games = await studio.server.get<GameInfo[]>("/api/games");
    expect(games.map(({ name, drawing }) => [name, drawing])).toEqual([["ten", "generic"]]);
    await page.goto(studio.server.url);
    await page.click("button[type=submit]");
    await page.waitForSelector("pre.generic:has-text('0 of 10')");
    for (let steps = 1; steps <= 5; steps += 1) await andThen(page, () => page.click(TWO));
    expect(await page.locator("pre.generic").innerText()).toContain("10 of 10");
    expect(await isOver(page)).toBe(true);
    expect(await page.locator(".told").innerText()).toContain("2 more");
    expect(traffic.problems).toEqual([]);
  });

  test("refuses in its own words, and says why not", async () => {
    const { page } = await openPage(studio.browser);
    await sitDown(page, studio.server, { ...GAME, position: "9" });
    expect(await page.locator(TWO).count()).toBe(0);
    await page.click(".moves summary");
    await page.fill("[name=action]", "2");
    await page.press("[name=action]", "Enter");
    await page.waitForSelector(".refusal:has-text('Nobody counts beyond ten.')");
    await page.click(".refusal button:text-is('Why not?')");
    await page.waitForSelector(".check.failed:has-text('ten is the end')");
    await page.fill(".board-part [name=action]", "a lot");
    await page.press(".board-part [name=action]", "Enter");
    await page.waitForSelector(".refusal:has-text('write 1 or 2.')");
  });

  test("has a timeline with forks, a decision, a state and a book", async () => {
    const { page } = await openPage(studio.browser);
    await sitDown(page, studio.server, GAME);
    for (const choice of [TWO, ONE]) await andThen(page, () => page.click(choice));
    await page.waitForSelector(".verdict[data-standing=selected]:has-text('count')");
    await page.click("#row-n1");
    await shows(page, 1);
    await andThen(page, () => page.click(TWO));
    expect(await page.locator(".row.branch").innerText()).toContain("or: 1");
    await pane(page, "state");
    await page.waitForSelector(".pane.state:has-text('total')");
    await pane(page, "book");
    await page.waitForSelector(".pane.book:has-text('ten is the end')");
  });

  test("is played against a bot", async () => {
    const { page } = await openPage(studio.browser);
    await sitDown(page, studio.server, { ...GAME, seats: ["human", "random"] });
    await page.click(ONE);
    await shows(page, 2);
  });
});

describe("an author's own game, with its drawing", () => {
  const studio = useStudio(own("drawn"));

  test("is shown as the picture that it draws", async () => {
    const { page, traffic } = await openPage(studio.browser);
    await sitDown(page, studio.server, GAME);
    await andThen(page, () => page.click(TWO));
    const picture = page.locator("img.picture");
    expect(decodeURIComponent((await picture.getAttribute("src")) ?? "").match(/teal/g)).toHaveLength(2);
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.getAttribute("alt")).toContain("2 of 10");
    expect(traffic.problems).toEqual([]);
  });
});
