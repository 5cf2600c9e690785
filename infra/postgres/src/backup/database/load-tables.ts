import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { EntryTail, Manifest, Sequence } from '../archive/entry.ts';
import { digestOfTable } from './read-table.ts';
import { setSequences } from './sequences.ts';
import { backedUpTables, copyTarget, quoted, type Table } from './tables.ts';
import { auditHeadOf, totalsOf } from './totals.ts';

/**
 * Puts archived rows into empty tables of the same migrations, in one transaction that is committed only when every table reads
 * again byte for byte as it was archived.
 */
export class TableLoad {
  private readonly loaded = new Map<string, Table & EntryTail>();
  private expected: Table[] = [];

  constructor(private readonly client: ClientBase) {}

  /** Triggers keep one table in step with another; the archive has both. What migrations have put into tables is archived too. */
  async begin(): Promise<void> {
    await this.client.query('BEGIN');
    this.expected = await backedUpTables(this.client);
    const names = this.expected.map(({ name }) => quoted(this.client, name));
    for (const name of names) await this.client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await this.client.query(`TRUNCATE ${names.join(', ')}`);
  }

  async load(table: Table, { content, tail }: { content: AsyncIterable<Buffer>; tail: () => EntryTail }) {
    const sink = this.client.query(copyFrom(`COPY ${copyTarget(this.client, table)} FROM STDIN`));
    await pipeline(Readable.from(content, { objectMode: false }), sink);
    this.loaded.set(table.name, { ...table, ...tail() });
  }

  /** @throws Error when anything is not what was archived; the transaction is left to be rolled back */
  async commit(manifest: Manifest, sequences: readonly Sequence[]): Promise<void> {
    for (const { name } of this.expected) {
      const table = this.loaded.get(name);
      if (table === undefined) throw new Error(`The backup lacks the table ${name}.`);
      const digest = await digestOfTable(this.client, table);
      if (digest !== table.sha256)
        throw new Error(`The table ${name} reads otherwise than it was backed up.`);
    }
    await setSequences(this.client, sequences);
    for (const { name } of this.expected) {
      await this.client.query(`ALTER TABLE ${quoted(this.client, name)} ENABLE TRIGGER USER`);
    }
    const now = { totals: await totalsOf(this.client), auditHead: await auditHeadOf(this.client) };
    const then = { totals: manifest.totals, auditHead: manifest.auditHead };
    if (JSON.stringify(now) !== JSON.stringify(then)) {
      throw new Error(
        `The totals are not those of the backup: ${JSON.stringify(now)} instead of ${JSON.stringify(then)}.`,
      );
    }
    await this.client.query('COMMIT');
  }
}
