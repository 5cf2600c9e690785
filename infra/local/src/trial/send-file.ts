import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const CHUNK_BYTES = 512 * 1024;

export interface FileAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a file as the one field of a form, streaming. A form made of parts by `fetch` costs the sender as much of a processor as
 * it costs the application to receive it, which benchmarks would count as the application's.
 */
export async function sendFile(
  url: URL,
  file: string,
  headers: Readonly<Record<string, string>>,
): Promise<FileAnswer> {
  const boundary = `clearwatch-${randomUUID()}`;
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(basename(file))}"\r\nContent-Type: application/json\r\n\r\n`;
  const after = `\r\n--${boundary}--\r\n`;
  const length = Buffer.byteLength(before) + (await stat(file)).size + Buffer.byteLength(after);
  const sending = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve);
    // Stays: who has answered before the end of the file may close the connection on the rest of it.
    sending.on('error', reject);
  });
  sending.write(before);
  const sent = pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), sending, { end: false }).then(
    () => sending.end(after),
    // The answer, or that there is none, says why.
    () => undefined,
  );
  const [answer] = await Promise.all([answered, sent]);
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), text: await text(answer) };
}

/** As browsers write it (HTML standard, multipart/form-data encoding). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}
