import { overlappingFiles, type Random, seededRandom } from '../testing/import-file-fixtures.ts';
import { emptyLedger, type IngestApp, startIngest } from '../testing/ingest-test-context.ts';
import { changesOf, figuresOf, ImportHistory } from '../testing/undo-test-context.ts';

/** A story takes a long time on a busy machine. */
const WAIT_LIMIT_MS = 120_000;
/** Seeds of random stories, run one after the other. Each seed reproduces its story. */
const STORIES = Array.from({ length: 20 }, (_, index) => 20_261_120 + index);
const STEPS = 9;
const FILES = 6;

let ingest: IngestApp;
let replay: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 11, projects: 'never', jobs: 'left' });
  replay = await startIngest({ backend: 'postgres', redisDatabase: 12, projects: 'never', jobs: 'left' });
});
afterAll(async () => {
  await ingest.stop();
  await replay.stop();
});
beforeEach(() => emptyLedger(ingest));

function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

describe('random imports and undos', () => {
  it.each(STORIES)(
    'after an undo, the ledger equals that of the remaining files, story %i',
    async (seed) => {
      const random = seededRandom(seed);
      const aFile = overlappingFiles(random);
      const story = new ImportHistory(ingest);
      const keeps = random() < 0.7;
      for (let step = 0; step < STEPS; step += 1) {
        const { files } = story;
        const skipped = keeps ? await story.skipped() : [];
        const chance = random();
        if (files.length < 2 || (chance < 0.45 && files.length < FILES)) await story.import(aFile());
        else if (chance < 0.75 && skipped.length > 0) await story.keep(pick(random, skipped));
        else await undoAndCompare(story, pick(random, files));
      }
      while (story.files.length > 0) await undoAndCompare(story, pick(random, story.files));
      expect(await figuresOf(ingest.owner)).toEqual(new Map());
    },
    WAIT_LIMIT_MS,
  );
});

async function undoAndCompare(story: ImportHistory, file: string): Promise<void> {
  const before = await figuresOf(ingest.owner);
  const importId = await story.undo(file);
  const other = await story.replayOn(replay);

  expect(await story.snapshot()).toEqual(await other.snapshot());
  expect(await changesOf(ingest.owner, importId)).toEqual(difference(before, await figuresOf(ingest.owner)));
}

/** Differences between two ledgers. */
function difference(before: Map<string, number[]>, after: Map<string, number[]>): Map<string, number[]> {
  const left = [...before].map(([key, figures]): [string, number[]] => [
    key,
    figures.map((figure, index) => figure - (after.get(key)?.[index] ?? 0)),
  ]);
  return new Map(left.filter(([, figures]) => figures.some((figure) => figure !== 0)));
}
