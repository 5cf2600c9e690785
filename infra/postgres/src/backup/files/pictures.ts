import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientBase } from 'pg';

const FOLDER = 'documents';
const PICTURE = /^page-\d+\.jpg$/;
/** As `read` names them, and nothing that leads elsewhere. */
const PATH = /^[1-9]\d{0,9}\/page-\d+\.jpg$/;

/** Pictures of pages that people compare rows with. Documents that are still being read are read anew. */
export class Pictures {
  private readonly folder: string;

  constructor(dataDirectory: string) {
    this.folder = join(dataDirectory, FOLDER);
  }

  /** Path below the folder and content. One that is removed meanwhile, because all its rows were decided, is passed over. */
  async *read(client: ClientBase): AsyncGenerator<{ path: string; content: Buffer }, void> {
    const { rows } = await client.query<{ id: number }>(
      `SELECT id FROM ledger.parse_jobs WHERE status NOT IN ('pending', 'processing') ORDER BY id`,
    );
    for (const { id } of rows) {
      const names = await readdir(join(this.folder, String(id))).catch(() => []);
      for (const name of names.filter((found) => PICTURE.test(found)).toSorted()) {
        const path = `${id}/${name}`;
        const content = await readFile(join(this.folder, path)).catch(() => null);
        if (content !== null) yield { path, content };
      }
    }
  }

  async write(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (!PATH.test(path)) throw new Error(`A picture of the backup has the strange name ${path}.`);
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600, flush: true });
  }
}
