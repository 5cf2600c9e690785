import type { PageBox } from '@clearwatch/contracts/documents.dto';
import type { Box } from '@clearwatch/domain/documents/document-words';
import type { DocumentRow } from '@clearwatch/domain/documents/extracted-table';
import type { EntityManager } from 'typeorm';
import type { FileRead } from '../reading/read-file.ts';
import { doubtUnknownAccounts } from './doubt-unknown-accounts.ts';

const ROWS_PER_STATEMENT = 1_000;

type Page = FileRead['pages'][number];

/** What became of a cell, as it is kept: its text as read, where it stands, and why a person should look at it. */
export interface KeptCell {
  text: string;
  readAs: string | null;
  box: PageBox | null;
  doubts: string[];
}

/** Keeps the rows of a document that was read; those of an earlier reading go. Lines that belong to no row wait as rows. */
export async function storeRows(
  manager: EntityManager,
  parseJobId: number,
  { tables, unread, pages }: FileRead,
): Promise<{ rows: number; held: number }> {
  await manager.query('DELETE FROM ledger.parsed_rows WHERE parse_job_id = $1', [parseJobId]);
  const pageOf = (page: number) => pages.find((candidate) => candidate.page === page);
  const doubted = await doubtUnknownAccounts(manager, { tables, pages });
  const kept = doubted.flatMap(({ rows }, table) => rows.map((row) => keptRow(row, table, pageOf(row.page))));
  const width = tables[0]?.header.length ?? 1;
  for (const { page, text, box = null } of unread)
    kept.push(unplaced({ page, text, width, box: partOf(box, pageOf(page)) }));
  for (let from = 0; from < kept.length; from += ROWS_PER_STATEMENT) {
    const rows = kept
      .slice(from, from + ROWS_PER_STATEMENT)
      .map((row, index) => ({ row_number: from + index + 1, ...row }));
    await manager.query(
      `INSERT INTO ledger.parsed_rows (parse_job_id, row_number, table_number, page, state, cells, box, doubts)
       SELECT $1, row_number, table_number, page, state, cells, box, doubts
         FROM jsonb_to_recordset($2::jsonb)
           AS r(row_number int, table_number int, page int, state text, cells jsonb, box jsonb, doubts jsonb)`,
      [parseJobId, JSON.stringify(rows)],
    );
  }
  return { rows: kept.length, held: kept.filter(({ state }) => state === 'held').length };
}

interface KeptRow {
  table_number: number;
  page: number;
  state: 'ready' | 'held';
  cells: KeptCell[];
  box: PageBox | null;
  doubts: string[];
}

function keptRow({ cells, page, box, doubts }: DocumentRow, table: number, size: Page | undefined): KeptRow {
  return {
    table_number: table,
    page,
    state: doubts.length === 0 ? 'ready' : 'held',
    cells: cells.map(({ text, place, alternatives = [] }, column) => ({
      text,
      readAs: null,
      box: partOf(place?.box ?? null, size),
      doubts: [
        ...new Set(doubts.filter((doubt) => doubt.column === column).map(({ reason }) => reason)),
        ...alternatives.map((other) => `it may also say "${other}"`),
      ],
    })),
    box: partOf(box, size),
    doubts: [...new Set(doubts.filter(({ column }) => column === null).map(({ reason }) => reason))],
  };
}

/** Text that holds an amount and belongs to no row is shown as a row that cannot be accepted as it is. */
function unplaced({
  page,
  text,
  width,
  box,
}: {
  page: number;
  text: string;
  width: number;
  box: PageBox | null;
}): KeptRow {
  return {
    table_number: 0,
    page,
    state: 'held',
    cells: Array.from({ length: width }, (_, column) => ({
      text: column === 0 ? text : '',
      readAs: null,
      box: null,
      doubts: [],
    })),
    box,
    doubts: [
      'This line holds an amount but fits no column. Fill in the cells if it is a transaction, or discard it.',
    ],
  };
}

function partOf(box: Box | null, page: Page | undefined): PageBox | null {
  if (box === null || page === undefined) return null;
  const [width, height] = [Math.max(1, page.width), Math.max(1, page.height)];
  return { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height };
}
