import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryMeaningOf } from './counterparty.ts';
import type { CounterpartyKind } from './counterparty-table.ts';
import type { EntryPurpose } from './entry-purposes.ts';

/**
 * Names and descriptions as ACH originators write them, with acceptable answers, collected and judged independently of
 * the table. Every file named `counterparty-names-*.jsonl` is scored.
 */
interface JudgedName {
  company: string;
  description: string | null;
  direction: 'Credit' | 'Debit';
  kind: CounterpartyKind[];
  purpose: EntryPurpose[];
}

const FOLDER = join(fileURLToPath(new URL('.', import.meta.url)), 'testing');
const FILES = readdirSync(FOLDER).filter((name) => /^counterparty-names-.*\.jsonl$/.test(name));
/** Share of all rows. A wrong definite answer is worse than "unknown". */
const LEAST_RIGHT = { kind: 0.8, purpose: 0.8 };
const MOST_WRONG = { kind: 0.03, purpose: 0.05 };

type Side = 'kind' | 'purpose';

function scored(file: string, side: Side) {
  const rows = readFileSync(join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JudgedName);
  const answers = rows.map(({ company, description, direction, ...judged }) => {
    const meaning = entryMeaningOf({ company, entryDescription: description, transactionType: direction })[side];
    const accepted: readonly string[] = judged[side];
    const is = accepted.includes(meaning) ? 'right' : meaning === 'unknown' ? 'unknown' : 'wrong';
    return {
      is,
      row: `${company} | ${description} | ${direction}: ${meaning}, not ${accepted.join(' or ')}`,
    };
  });
  const partOf = (is: string) => answers.filter((answer) => answer.is === is).length / rows.length;
  return {
    rows: rows.length,
    right: partOf('right'),
    wrong: partOf('wrong'),
    wrongRows: answers.filter(({ is }) => is === 'wrong').map(({ row }) => row),
  };
}

test('the test folder has a file of judged company names', () => {
  expect(FILES).toContain('counterparty-names-seen.jsonl');
});

describe.each(FILES)('judged names in %s', (file) => {
  test.each(['kind', 'purpose'] as const)('the %s of judged company names is mostly right and rarely wrong', (side) => {
    const { rows, right, wrong, wrongRows } = scored(file, side);
    expect(rows).toBeGreaterThan(300);
    const isHeld = right >= LEAST_RIGHT[side] && wrong <= MOST_WRONG[side];
    expect({ right, wrongRows: isHeld ? [] : wrongRows }).toEqual({
      right: expect.any(Number),
      wrongRows: [],
    });
    expect(right).toBeGreaterThanOrEqual(LEAST_RIGHT[side]);
    expect(wrong).toBeLessThanOrEqual(MOST_WRONG[side]);
  });
});

test('company names that were used to improve the table are still classified correctly', () => {
  const kind = scored('counterparty-names-seen.jsonl', 'kind');
  const purpose = scored('counterparty-names-seen.jsonl', 'purpose');
  expect([kind.wrongRows, purpose.wrongRows]).toEqual([[], []]);
  expect(kind.right).toBeGreaterThan(0.95);
  expect(purpose.right).toBeGreaterThan(0.95);
});
