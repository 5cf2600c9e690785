import { KeepDuplicate } from '../duplicates/keep-duplicate.service.ts';
import { UndoImportHandler } from '../undo/undo-import.handler.ts';
import { aRun, importFile } from './import-rig.ts';
import type { IngestApp } from './ingest-app.ts';
import { snapshotOf } from './ledger-snapshot.ts';

const PAULA = { userId: 7, username: 'paula', role: 'User', requestId: 'test', address: null } as const;

/** Truncating makes new files for every table and index: far slower than deleting a few rows. */
const FORGET = ['transactions', 'members', 'duplicate_rows', 'entry_returns', 'imports']
  .map((table) => `DELETE FROM ledger.${table}`)
  .join(';');

/** Something that was done to a ledger. Files are known by a name of their own. */
type Step = { did: 'import'; file: string; content: string } | { did: 'keep'; file: string; row: number };

/** Does things to a ledger, and knows what it would be if some of them had not been done. */
export class ImportStory {
  private readonly steps: Step[] = [];
  private readonly ids = new Map<string, number>();
  private readonly names = new Map<number, string>();
  private told = 0;

  constructor(private readonly ingest: IngestApp) {}

  /** Files that are in the ledger. */
  get files(): string[] {
    return [...this.ids.keys()];
  }

  async import(content: string): Promise<string> {
    this.told += 1;
    const step = { did: 'import', file: `file ${this.told}`, content } as const;
    this.steps.push(step);
    await this.do(step);
    return step.file;
  }

  /** Rows that were skipped and could be kept. */
  async skipped(): Promise<{ file: string; row: number }[]> {
    const { rows } = await this.ingest.owner.query<{ import_id: string; row_number: number }>(
      'SELECT import_id, row_number FROM ledger.duplicate_rows WHERE kept_as IS NULL ORDER BY 1, 2',
    );
    return rows.map((row) => ({
      file: this.names.get(Number(row.import_id)) ?? 'unknown',
      row: row.row_number,
    }));
  }

  async keep(which: { file: string; row: number }): Promise<void> {
    const step = { did: 'keep', ...which } as const;
    this.steps.push(step);
    await this.do(step);
  }

  /** As a worker does it, when somebody has asked for it. @returns the import that was undone */
  async undo(file: string): Promise<number> {
    const importId = this.idOf(file);
    await this.ingest.owner.query(`UPDATE ledger.imports SET state = 'undoing' WHERE id = $1`, [importId]);
    await this.ingest.app.get(UndoImportHandler, { strict: false }).handle({ importId }, aRun());
    this.ids.delete(file);
    this.steps.splice(0, this.steps.length, ...this.steps.filter((step) => step.file !== file));
    return importId;
  }

  snapshot(): Promise<Record<string, unknown[]>> {
    return snapshotOf(this.ingest.owner, this.names);
  }

  /** What is left of the story, told to an empty ledger from the start. */
  async toldTo(ingest: IngestApp): Promise<ImportStory> {
    await ingest.owner.query(FORGET);
    const story = new ImportStory(ingest);
    for (const step of this.steps) await story.do(step);
    return story;
  }

  /** What analytics does with everything that is stored. */
  private async project(): Promise<void> {
    await this.ingest.owner.query(
      `INSERT INTO analytics.projected_imports (import_id, entries)
       SELECT id, transaction_count FROM ledger.imports WHERE state = 'stored' ON CONFLICT DO NOTHING`,
    );
  }

  private async do(step: Step): Promise<void> {
    if (step.did === 'import') await this.doImport(step.file, step.content);
    else await this.doKeep(step);
    await this.project();
  }

  private async doImport(file: string, content: string): Promise<void> {
    const { id } = await importFile(this.ingest, content);
    this.ids.set(file, id);
    this.names.set(id, file);
  }

  /** A row that is not skipped needs no keeping. */
  private async doKeep({ file, row }: { file: string; row: number }): Promise<void> {
    const { owner, app } = this.ingest;
    const { rowCount } = await owner.query(
      'SELECT FROM ledger.duplicate_rows WHERE import_id = $1 AND row_number = $2 AND kept_as IS NULL',
      [this.idOf(file), row],
    );
    if (rowCount === 0) return;
    await app.get(KeepDuplicate, { strict: false }).keep(PAULA, { importId: this.idOf(file), row });
    const { rows } = await owner.query<{ id: string }>('SELECT max(id) AS id FROM ledger.imports');
    this.names.set(Number(rows[0]?.id), `${file}, row ${row}, kept`);
  }

  private idOf(file: string): number {
    const id = this.ids.get(file);
    if (id === undefined) throw new Error(`${file} is not in the ledger`);
    return id;
  }
}
