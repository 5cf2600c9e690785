import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  ARCHIVE_HEAD_BYTES,
  archiveSecret,
  CHUNK_BYTES,
  decryptArchive,
  encryptArchive,
  newArchiveSecret,
  TAG_BYTES,
} from './archive-encryption.ts';
import { type ArchivedEntry, type EntryHead, readEntries, valueOf, writeEntry, writeValue } from './archive-entries.ts';

/** The cheapest key derivation, for fast tests. */
const CHEAP = 4;
const SECRET = Buffer.from('a passphrase for tests');
const SEALED = CHUNK_BYTES + TAG_BYTES;

async function* inPieces(bytes: Buffer, size = 100_000): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sealed = (plain: Buffer) => all(encryptArchive(inPieces(plain), SECRET, CHEAP));
const opened = (archive: Buffer, secret = SECRET) => all(decryptArchive(inPieces(archive, 70_001), secret));

describe('archive encryption', () => {
  const plain = randomBytes(2 * CHUNK_BYTES + 12_345);
  let archive: Buffer;
  beforeAll(async () => {
    archive = await sealed(plain);
  });
  const chunk = (index: number) =>
    archive.subarray(ARCHIVE_HEAD_BYTES + index * SEALED, ARCHIVE_HEAD_BYTES + (index + 1) * SEALED);
  const head = () => archive.subarray(0, ARCHIVE_HEAD_BYTES);

  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])(
    'an encrypted archive of %d bytes decrypts to the original',
    async (size) => {
      const content = randomBytes(size);
      expect((await opened(await sealed(content))).equals(content)).toBe(true);
    },
  );

  it('an encrypted archive hides its content and differs on each encryption', async () => {
    const twice = [await sealed(Buffer.alloc(1_000, 'member data')), await sealed(Buffer.alloc(1_000, 'member data'))];
    expect(twice[0]?.includes('member')).toBe(false);
    expect(
      twice[0]?.subarray(ARCHIVE_HEAD_BYTES).equals(twice[1]?.subarray(ARCHIVE_HEAD_BYTES) ?? Buffer.alloc(0)),
    ).toBe(false);
  });

  it('an encrypted archive does not open with another key, and the error names the reason', async () => {
    await expect(opened(archive, Buffer.from('another passphrase'))).rejects.toThrow(/does not open with this key/);
  });

  it.each([
    ['its name', 0, /not a Clearwatch backup/],
    ['its scrypt cost', 8, /does not open|header of the backup is damaged/],
    ['its salt', 9, /does not open/],
    ['its nonce prefix', 26, /does not open/],
    ['its authentication code', ARCHIVE_HEAD_BYTES - 1, /does not open/],
    ['its first chunk', ARCHIVE_HEAD_BYTES, /altered or truncated after byte 64\./],
    ['a tag', ARCHIVE_HEAD_BYTES + SEALED - 1, /altered or truncated after byte 64\./],
    ['its second chunk', ARCHIVE_HEAD_BYTES + SEALED + 5, /altered or truncated after byte 262,224\./],
    ['its last chunk', ARCHIVE_HEAD_BYTES + 2 * SEALED + 5, /altered or truncated after byte 524,384\./],
  ])('archive decryption rejects one flipped bit in %s', async (_where, at, words) => {
    const altered = Buffer.from(archive);
    altered[at] = (altered[at] ?? 0) ^ 1;
    await expect(opened(altered)).rejects.toThrow(words);
  });

  it('archive decryption outputs no bytes from an altered chunk', async () => {
    const altered = Buffer.from(archive);
    altered[ARCHIVE_HEAD_BYTES + SEALED + 5] = (altered[ARCHIVE_HEAD_BYTES + SEALED + 5] ?? 0) ^ 1;
    const out: Buffer[] = [];
    const reading = (async () => {
      for await (const piece of decryptArchive(inPieces(altered), SECRET)) out.push(piece);
    })();
    await expect(reading).rejects.toThrow(/damaged/);
    expect(Buffer.concat(out).equals(plain.subarray(0, CHUNK_BYTES))).toBe(true);
  });

  it.each([
    ['nothing', 0, /not a Clearwatch backup/],
    ['half a header', 20, /not a Clearwatch backup/],
    ['a header', ARCHIVE_HEAD_BYTES, /altered or truncated/],
    ['one complete chunk', ARCHIVE_HEAD_BYTES + SEALED, /is truncated: it ends after byte 64/],
    ['two complete chunks', ARCHIVE_HEAD_BYTES + 2 * SEALED, /is truncated/],
    ['half a chunk', ARCHIVE_HEAD_BYTES + SEALED + 1_000, /altered or truncated/],
    ['all but a byte', -1, /altered or truncated/],
  ])('archive decryption rejects an archive truncated to %s', async (_what, end, words) => {
    await expect(opened(archive.subarray(0, end))).rejects.toThrow(words);
  });

  it('archive decryption rejects reordered, missing, repeated, and extra chunks', async () => {
    const [first, second, last] = [chunk(0), chunk(1), chunk(2)];
    const mixed = [
      [second, first, last],
      [first, last],
      [second, last],
      [first, first, second, last],
      [first, second, last, last],
      [first, second, last, randomBytes(100)],
      [first, second, last, randomBytes(SEALED)],
      [first, last, second],
    ];
    for (const chunks of mixed) {
      await expect(opened(Buffer.concat([head(), ...chunks]))).rejects.toThrow(/damaged|truncated/);
    }
  });

  it('archive decryption rejects chunks from another archive with the same key', async () => {
    const other = await sealed(plain);
    await expect(opened(Buffer.concat([head(), other.subarray(ARCHIVE_HEAD_BYTES)]))).rejects.toThrow(/altered/);
  });

  it('archive decryption rejects a header with a forged scrypt cost before it derives a key', async () => {
    const forged = Buffer.from(archive);
    forged[8] = 30;
    await expect(opened(forged)).rejects.toThrow(/header of the backup is damaged/);
  });
});

describe('archive entries', () => {
  const table: EntryHead = { kind: 'table', table: 'ledger.imports', columns: ['id'] };
  async function* twoEntries(): AsyncGenerator<Buffer, void> {
    yield* writeEntry(table, [Buffer.from('1\n'), Buffer.from('2\n')], () => 2);
    yield* writeValue({ kind: 'end' }, { uploads: 0 });
  }

  it.each([1, 3, 1_000])('the archive reader reads entries back from chunks of %d bytes', async (size) => {
    const read: unknown[] = [];
    for await (const entry of readEntries(inPieces(await all(twoEntries()), size))) {
      const content = (await all(entry.content)).toString();
      read.push([entry.head.kind, content, entry.tail().rows]);
    }
    expect(read).toEqual([
      ['table', '1\n2\n', 2],
      ['end', '{"uploads":0}', undefined],
    ]);
  });

  it('the archive reader skips entries that the caller does not read', async () => {
    let last: unknown;
    for await (const entry of readEntries(inPieces(await all(twoEntries()))))
      if (entry.head.kind === 'end') last = await valueOf(entry);
    expect(last).toEqual({ uploads: 0 });
  });

  it('the archive reader rejects a stream that ends inside an entry and an entry that does not match its hash', async () => {
    const bytes = await all(twoEntries());
    const reading = async (stream: Buffer) => {
      const entries: ArchivedEntry[] = [];
      for await (const entry of readEntries(inPieces(stream))) entries.push(entry);
    };
    await expect(reading(bytes.subarray(0, -3))).rejects.toThrow(/entries cannot be read/);
    const altered = Buffer.from(bytes.toString('latin1').replace('2\n', '3\n'), 'latin1');
    await expect(reading(altered)).rejects.toThrow(/entries cannot be read/);
  });
});

describe('archiveSecret', () => {
  it('the error for a missing backup key explains how to provide one', () => {
    expect(() => archiveSecret({})).toThrow(/--key-file .* BACKUP_KEY.*openssl rand -hex 32/);
  });

  it('a new backup needs a key of 32 random bytes', () => {
    const key = randomBytes(32).toString('hex');
    expect(newArchiveSecret({ key }).toString()).toBe(key);
    for (const weak of [
      '',
      'aaaaaaaaaaaa',
      'a passphrase for tests',
      key.slice(1),
      `${key}0`,
      'a'.repeat(64),
      '0123'.repeat(16),
    ])
      expect(() => newArchiveSecret({ key: weak })).toThrow(
        /not 32 random bytes as 64 hex digits. .*openssl rand -hex 32/,
      );
  });

  it('a backup that was created with a weaker key can still be opened', () => {
    expect(archiveSecret({ key: 'aaaaaaaaaaaa' }).toString()).toBe('aaaaaaaaaaaa');
  });

  it('the line end of a backup key file is ignored', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'clearwatch-key-')), 'backup.key');
    writeFileSync(file, 'a passphrase for tests\r\n');
    expect(archiveSecret({ keyFile: file })).toEqual(archiveSecret({ key: 'a passphrase for tests' }));
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0x28]));
    expect(() => archiveSecret({ keyFile: file })).toThrow(/it is not text/);
    rmSync(dirname(file), { recursive: true });
  });

  it('the error for a backup key file that cannot be read names the file', () => {
    expect(() => archiveSecret({ keyFile: '/nowhere/backup.key' })).toThrow(/backup\.key cannot be read: ENOENT/);
  });
});
