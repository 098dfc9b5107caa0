import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Answer, Happening, Match } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, move, pane, sceneOf, shows, sitDown } from "./harness/table";

const studio = useStudio();

async function marked(): Promise<Page> {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "tic-tac-toe" });
  await andThen(page, () => page.click("[data-place=b2]"));
  return page;
}

test("a refusal is explained in place, and Why not? says which check failed", async () => {
  const page = await marked();
  await page.click("[data-place=b2]");
  const refusal = page.locator(".refusal");
  expect(await refusal.innerText()).toContain("the cell is empty");
  await refusal.locator("text=Why not?").click();
  const failed = page.locator(".check.failed");
  await failed.waitFor();
  expect(await failed.innerText()).toContain("the cell is empty");
  expect(await page.locator(".gate.failed .gate-name").innerText()).toContain("Targets");
  expect(await page.locator(".forecast").innerText()).toContain("✗");
});

test("Why not? takes any text, also one that is no action", async () => {
  const page = await marked();
  await pane(page, "why");
  await page.fill("[name=why]", "a1");
  await page.press("[name=why]", "Enter");
  await page.waitForSelector(".forecast.good");
  await page.fill("[name=why]", "fly to the moon");
  await page.press("[name=why]", "Enter");
  expect(await page.locator(".pane .problem").innerText()).not.toBe("");
});

test("Why not? asks for whoever is in turn, and for whom an action that is picked is offered", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess" }, "?pane=why");
  const who = () => page.locator(".why select").inputValue();
  await page.waitForFunction(() => document.querySelectorAll("#why-actions option").length > 0);
  expect(await who()).toBe("seat0");
  await move(page, "e2", "e4");
  await page.waitForFunction(() => document.querySelector<HTMLSelectElement>(".why select")?.value === "seat1");
  await page.fill("[name=why]", "e7e5");
  await page.press("[name=why]", "Enter");
  await page.waitForSelector(".forecast.good");
  await page.selectOption(".why select", "seat0");
  // A pick from the list of the browser, which a test cannot open.
  await page.locator("[name=why]").evaluate((input: HTMLInputElement) => {
    input.value = "d7d5";
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText" }));
  });
  await page.waitForFunction(() => document.querySelector<HTMLSelectElement>(".why select")?.value === "seat1");
});

test("what differs can be read beside the board and on a phone", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess" }, "?pane=state");
  await move(page, "e2", "e4");
  const narrowest = async () => {
    await page.locator(".changes tbody th").first().waitFor();
    return Math.min(...(await page.locator(".changes tbody th").evaluateAll((all) => all.map((th) => th.clientWidth))));
  };
  expect(await narrowest()).toBeGreaterThan(90);
  await page.setViewportSize({ width: 375, height: 720 });
  await page.click(".parts >> text=Why");
  expect(await narrowest()).toBeGreaterThan(90);
});

test("a frame that does not exist is named, with those that do", async () => {
  const page = await marked();
  await pane(page, "state");
  await page.locator(".changes tbody th").first().waitFor();
  await page.fill("[name=from]", "99");
  await page.waitForSelector("text=There is no frame 99 on this line: it has the frames 0 to 1.");
  expect(await page.inputValue("[name=from]")).toBe("99");
  await page.fill("[name=from]", "0");
  await page.locator(".changes tbody th").first().waitFor();
});

test("Decision shows the winner on top and the others struck through with a reason", async () => {
  const page = await marked();
  await page.waitForSelector(".verdict");
  const first = page.locator(".verdict").first();
  expect(await first.innerText()).toContain("place a mark");
  expect(await first.getAttribute("data-standing")).toBe("selected");
  const others = page.locator(".verdict:not(.good)");
  expect(await others.count()).toBeGreaterThan(0);
  expect(await others.locator("s").count()).toBe(await others.count());
  for (const words of await others.locator(".because").allTextContents()) expect(words).not.toBe("");
  expect(await page.locator(".gate").count()).toBe(6);
});

test("State shows values, who wrote them last, and what differs between any two frames", async () => {
  const page = await marked();
  await andThen(page, () => page.click("[data-place=a1]"));
  await pane(page, "state");
  const changed = page.locator(".changes tbody th");
  await changed.first().waitFor();
  expect(await changed.allInnerTexts()).toEqual(["marks[1]", "turn"]);
  await page.fill("[name=from]", "0");
  await page.locator(".changes th", { hasText: "marks[0]" }).waitFor();
  expect(await changed.allInnerTexts()).toEqual(["marks[0]", "marks[1]"]);
  const written = page.locator(".written").first();
  await written.waitFor();
  const title = (await written.getAttribute("title")) ?? "";
  const node = Number(/step (\d+)/.exec(title)?.[1]);
  await written.click();
  await shows(page, node);
});

/** Boxes of the picture in which a name and its count lie over each other. */
async function crowded(page: Page): Promise<string[]> {
  return page.locator(".picture .box:has(.count)").evaluateAll((boxes) =>
    boxes
      .filter((box) => {
        const [name, count] = [...box.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
        return name !== undefined && count !== undefined && name.right > count.left;
      })
      .map((box) => box.textContent ?? ""),
  );
}

test("Book is a picture with findings, warm where this match or many games went", async () => {
  const page = await marked();
  await pane(page, "book");
  await page.waitForSelector(".picture .box.rule");
  await page.waitForSelector(".box.heat5");
  // What is done while one looks counts as well.
  await page.waitForSelector(".pane.book >> text=/over 1 game with 1 action/");
  await andThen(page, () => page.click("[data-place=a1]"));
  await page.waitForSelector(".pane.book >> text=/over 1 game with 2 actions/");
  expect(await page.locator(".picture").textContent()).toContain("place a mark");
  await page.click("text=In 10 games");
  await page.waitForFunction(() => document.querySelector(".pane [role=status]")?.textContent?.includes("10 games"));
  expect(await crowded(page)).toEqual([]);
});

test("beside all views the picture of the book is seen whole", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess" }, "?viewer=sides&pane=book");
  await page.waitForSelector(".picture .box.rule");
  const cut = await page.locator(".scrolls:has(.picture)").evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(cut).toBe(0);
  await page.click("text=In 100 games");
  await page.waitForFunction(() => document.querySelector(".pane [role=status]")?.textContent?.includes("100 games"));
  expect(await crowded(page)).toEqual([]);
});

test("Reactions of a duel say what became of every event, by colour and word", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "duels" });
  await pane(page, "reactions");
  await page.waitForSelector(".fates");
  expect(await page.locator(".fates .badge.good").first().innerText()).toBe("applied");
});

/** Plays a duel that places and attacks whenever it can, up to a fight in which something is prevented. */
async function preventedIn(match: Match): Promise<number | null> {
  for (let steps = 0; steps < 45; steps += 1) {
    const at = (await studio.server.get<Match>(`/api/matches/${match.id}`)).head;
    const { legal } = await sceneOf(studio.server, match.id, at, "everything");
    const usual = legal.filter(({ rare }) => !rare);
    const chosen = ["place", "attack", ""].flatMap((verb) => usual.find(({ action }) => action.startsWith(verb)) ?? [])[0];
    if (!chosen) return null;
    const { by, action } = chosen;
    const request = { id: `duel-${steps}`, at, by, action };
    const answer = await studio.server.post<Answer>(`/api/matches/${match.id}/actions`, request);
    if (answer.status !== "accepted" || action !== "fight") continue;
    const { node } = answer.node;
    const { account } = await studio.server.get<Happening>(`/api/matches/${match.id}/nodes/${node}/happening`);
    if (account?.lines.some(({ fate }) => fate === "prevented")) return node;
  }
  return null;
}

test("what was prevented is red, below what led to it, with the guard that did it", async () => {
  for (const seed of ["3", "5", "10", "2"]) {
    const match = await studio.server.post<Match>("/api/matches", { game: "duels", seed });
    const node = await preventedIn(match);
    if (node === null) continue;
    const { page } = await openPage(studio.browser);
    await page.goto(`${studio.server.url}/#/match/${match.id}/node/${node}?pane=reactions`);
    const line = page.locator(".fates ul .fate-line.bad", { has: page.locator(":scope > p > .badge:text-is('prevented')") }).first();
    await line.waitFor();
    expect(await line.locator(":scope > p").first().innerText()).toMatch(/takes \d+ damage.* prevented by .+/s);
    expect(await line.locator(":scope > .guards > [data-stance=prevented]").count()).toBeGreaterThan(0);
    expect(await line.locator(":scope > .announced").count()).toBeGreaterThan(0);
    expect(await page.locator(".fates .chip", { hasText: "trigger" }).count()).toBeGreaterThan(0);
    return;
  }
  throw new Error("Nothing was prevented in any of these duels: choose other seeds.");
});

test("chess says why a pinned piece may not move", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess", position: "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1" });
  await page.click("[data-square=e2]");
  expect(await page.locator(".square.target").count()).toBe(0);
  await page.click("[data-square=c3]");
  expect(await page.locator(".refusal li").first().innerText()).not.toBe("");
  await page.click(".refusal button:has-text('Close')");
  await move(page, "e1", "d1");
});

test("Why not? is a tree: gate, check, its reasons, and the exceptions that lift it or could", async () => {
  const { page } = await openPage(studio.browser);
  const position = "night 1 torch 0 river 0 show gold jade; 9 charm; 9 charm; 9 charm";
  await sitDown(page, studio.server, { game: "night-market", position }, "?pane=why");
  const ask = async (action: string) => {
    await page.fill("[name=why]", action);
    await page.press("[name=why]", "Enter");
  };
  await ask("bid 20");
  const failed = page.locator(".gate.failed > .checks > .check.failed");
  await failed.waitFor();
  expect(await failed.innerText()).toContain("you have the coins");
  expect(await failed.locator(".check-notes").innerText()).toContain("Could be lifted by “the first lantern on credit”.");
  await ask("bid 12");
  const lifted = page.locator(".gate .check.lifted");
  await lifted.waitFor();
  expect(await lifted.locator(".check-notes").innerText()).toContain("Lifted by “the first lantern on credit”.");
  expect(await page.locator(".forecast.good").count()).toBe(1);
});

test("rules stand below their phase, which says how it chooses", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess" });
  await move(page, "e2", "e4");
  await page.waitForSelector(".verdict");
  expect(await page.locator(".phase-head").first().innerText()).toMatch(/book › moving\s+HighestPriority: .+ of equals/);
  const lost = page.locator("[data-standing=lost]");
  expect(await lost.innerText()).toMatch(/Lost by priority to "moving\/double step"/);
});

test("a frame that is kept is compared with one of another line", async () => {
  const page = await marked();
  await pane(page, "state");
  await page.click("text=Keep this frame to compare");
  await page.waitForSelector("text=Choose two different frames");
  await page.click("button[title='To the start']");
  await shows(page, 0);
  await andThen(page, () => page.click("[data-place=a1]"));
  await page.waitForFunction(() => document.querySelectorAll(".changes tbody th").length === 1);
  expect(await page.locator(".changes tbody th").innerText()).toBe("marks[0]");
});
