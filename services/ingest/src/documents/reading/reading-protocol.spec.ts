import { Readable } from 'node:stream';
import { receiveMessages } from './reading-protocol.ts';

const KINDS = ['alive', 'progress', 'failure', 'picture', 'words', 'result'];
const JPEG = Buffer.from('ffd8ffe000', 'hex');

function message(kind: string, content: Buffer | string = '', length = Buffer.byteLength(content)): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(KINDS.indexOf(kind) & 0xff);
  head.writeUInt32LE(length, 1);
  return Buffer.concat([head, Buffer.from(content)]);
}

const picture = (page: number, jpeg = JPEG): Buffer =>
  message('picture', Buffer.concat([Buffer.from([page & 0xff, page >> 8]), jpeg]));

async function receive(...pieces: Buffer[]) {
  const progress: string[] = [];
  let alive = 0;
  const received = await receiveMessages(Readable.from(pieces), {
    onAlive: () => (alive += 1),
    onProgress: ({ pagesDone, pages }) => progress.push(`${pagesDone}/${pages}`),
  });
  return { ...received, progress, alive };
}

describe('messages of a document reader', () => {
  it('messages of a document reader arrive whole however the pipe cuts them', async () => {
    const all = Buffer.concat([
      message('progress', '0/2'),
      message('alive'),
      picture(2),
      message('progress', '1/2'),
      message('words', '[]'),
      message('result', '{}'),
    ]);
    for (const size of [1, 3, 7, all.length]) {
      const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
        all.subarray(index * size, (index + 1) * size),
      );
      const { pictures, words, result, progress, alive } = await receive(...pieces);
      expect([[...pictures], String(words), String(result), progress, alive]).toEqual([
        [[2, JPEG]],
        '[]',
        '{}',
        ['0/2', '1/2'],
        3,
      ]);
    }
  });

  it('messages of a document reader that ends within one leave out that one', async () => {
    const { alive, result } = await receive(message('alive'), message('result', '{', 20));
    expect([alive, result]).toEqual([1, undefined]);
  });

  it.each<[string, () => Buffer[]]>([
    ['of an unknown kind', () => [message('other')]],
    ['of four gigabytes', () => [message('result', '', 0xff_ff_ff_ff)]],
    ['with a long failure', () => [message('failure', '', 4_001)]],
    ['with text that cannot be shown', () => [message('failure', 'Read \u001b[2J this')]],
    ['with text that is not UTF-8', () => [message('failure', Buffer.from('c3', 'hex'))]],
    ['with two results', () => [message('result', '{}'), message('result', '{}')]],
    ['with two lists of words', () => [message('words', '[]'), message('words', '[]')]],
    ['with two pictures of one page', () => [picture(1), picture(1)]],
    ['with a picture of page 0', () => [picture(0)]],
    ['with a picture of page 101', () => [picture(101)]],
    ['with a picture that is a script', () => [picture(1, Buffer.from('<script>'))]],
    ['with an empty picture', () => [message('picture')]],
    ['with more pages done than there are', () => [message('progress', '3/2')]],
    ['with a million pages', () => [message('progress', '1/1000000')]],
    ['with progress that is no number', () => [message('progress', 'a/b')]],
    ['with progress that goes back', () => [message('progress', '2/9'), message('progress', '1/9')]],
    ['with another number of pages', () => [message('progress', '2/9'), message('progress', '2/99')]],
    ['that never stop', () => [Buffer.concat(Array.from({ length: 100_001 }, () => message('alive')))]],
  ])('messages of a document reader %s are not believed [security 6.9]', async (_what, pieces) => {
    await expect(receive(...pieces())).rejects.toMatchObject({ name: 'InvalidMessage' });
  });
});
