import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { RecordVerdict } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, pane, shows, sitDown } from "./harness/table";

const studio = useStudio();

/** Plays three marks and saves them. */
async function saved(): Promise<{ page: Page; record: string }> {
  const { page } = await openPage(studio.browser, { acceptDownloads: true });
  await sitDown(page, studio.server, { game: "tic-tac-toe" });
  for (const cell of ["a1", "b2", "c3"]) await andThen(page, () => page.click(`[data-place=${cell}]`));
  await pane(page, "records");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save the record")]);
  return { page, record: await readFile(await download.path(), "utf8") };
}

function file(text: string) {
  return { name: "a.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) };
}

test("a saved record opens as a match of its own", async () => {
  const { page, record } = await saved();
  const before = page.url();
  await page.locator("input[type=file]").first().setInputFiles(file(record));
  await page.waitForFunction((before) => location.href.split("/node")[0] !== before.split("/node")[0], before);
  await shows(page, 3);
  expect(await page.locator(".mark").count()).toBe(3);
});

test("a record can be dropped at home", async () => {
  const { record } = await saved();
  const { page } = await openPage(studio.browser);
  await page.goto(studio.server.url);
  await page.waitForSelector(".drop");
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "a.jsonl"));
    return transfer;
  }, record);
  await page.dispatchEvent(".drop", "drop", { dataTransfer: dropped });
  await shows(page, 3);
});

test("a record that is as it should be is verified", async () => {
  const { page } = await saved();
  await page.click("text=Verify it");
  expect(await page.locator(".pane .forecast").innerText()).toContain("all 3 frames");
});

/** Another move in place of one, with the chain of digests mended, as somebody does who wants it to look whole. */
async function forged(record: string): Promise<string> {
  let text = record.replace('"act":"b2"', '"act":"b1"');
  for (let mended = 0; mended < 5; mended += 1) {
    const response = await fetch(`${studio.server.url}/api/records/verify`, { method: "POST", body: text });
    const verdict = (await response.json()) as RecordVerdict;
    if (verdict.kind !== "unreadable") return text;
    const [, wanted, found] = /should be (\w+) here and is (\w+)/.exec(verdict.message) ?? [];
    if (!wanted || !found) throw new Error(verdict.message);
    text = text.replace(found, wanted);
  }
  throw new Error("The chain cannot be mended.");
}

test("a record that was changed is refused with the line that is wrong", async () => {
  const { page, record } = await saved();
  await page.locator("input[type=file]").last().setInputFiles(file(record.replace('"act":"b2"', '"act":"b1"')));
  expect(await page.locator(".pane .problem").innerText()).toContain("line 3");
});

test("a record that the game does not follow shows where, side by side", async () => {
  const { page, record } = await saved();
  await page.locator("input[type=file]").last().setInputFiles(file(await forged(record)));
  const found = page.locator(".divergence, .pane .problem");
  await found.waitFor();
  expect(await page.locator(".divergence figure").count()).toBe(2);
  expect(await found.innerText()).toContain("Frame 2");
});

test("what is no record is refused with a sentence", async () => {
  const { page } = await saved();
  await page.locator("input[type=file]").last().setInputFiles(file("once upon a time"));
  expect(await page.locator(".pane .problem").innerText()).not.toBe("");
});
