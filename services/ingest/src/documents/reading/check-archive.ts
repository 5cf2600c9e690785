import { ReadingFailure } from './reading-failure.ts';

/** A document of transactions unpacks to a few megabytes; one that declares more is a bomb. */
const MOST_UNPACKED = 100 * 1024 ** 2;
const MOST_ENTRIES = 2_000;

const END = 0x06_05_4b_50;
const ENTRY = 0x02_01_4b_50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;

const damaged = (): ReadingFailure =>
  new ReadingFailure('The file is no Word document, or it is damaged. Save it as DOCX again.');

/**
 * Looks at the list of an archive's contents before anything is unpacked (PKWARE APPNOTE 4.3.12 and 4.3.16).
 * @throws ReadingFailure when it is no archive of a Word document, or what it declares is too much
 */
export function checkArchive(bytes: Buffer): void {
  const end = endOf(bytes);
  const entries = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (entries > MOST_ENTRIES) throw tooMuch();
  let unpacked = 0;
  let hasDocument = false;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
    unpacked += bytes.readUInt32LE(at + 24);
    if (unpacked > MOST_UNPACKED) throw tooMuch();
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    hasDocument ||= bytes.toString('utf8', at + 46, at + 46 + (name ?? 0)) === 'word/document.xml';
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  if (!hasDocument) throw damaged();
}

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END) return at;
  throw damaged();
}

const tooMuch = (): ReadingFailure =>
  new ReadingFailure(
    'The document would unpack to more than 100 MB, which no list of transactions does. It was not opened.',
  );
