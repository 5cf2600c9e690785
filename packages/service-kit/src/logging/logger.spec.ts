import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { loggerOptions, withLogContext } from './logger.ts';

function logged(work: (logger: Logger) => void): string {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  work(pino(loggerOptions({ service: 'ingest', level: 'debug' }), sink) as Logger);
  return lines.join('');
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}

describe('log lines', () => {
  it('a log line contains the ids of its request and job', () => {
    const line = logged((logger) => withLogContext({ requestId: 'r-1', jobId: 'j-1' }, () => logger.info('x')));
    expect(JSON.parse(line)).toMatchObject({
      service: 'ingest',
      level: 'info',
      requestId: 'r-1',
      jobId: 'j-1',
    });
  });

  it('a log line omits values that the database quotes from a row', () => {
    const error = Object.assign(new Error('duplicate key: Key (account_number)=(777001) already exists'), {
      code: '23505',
      detail: 'Key (account_number)=(777001) already exists.',
      parameters: ['777001', 'DOE'],
    });
    const line = logged((logger) => logger.error({ err: error }, 'failed'));
    expect(line).not.toContain('777001');
    expect(line).not.toContain('DOE');
    expect(JSON.parse(line)).toMatchObject({ err: { code: '23505' } });
  });

  it.each([
    ['PostgreSQL', 'invalid input syntax for type date: "DOE"'],
    ['PostgreSQL, with a quotation mark in it,', 'invalid input syntax for type date: "JOHN "J" DOE"'],
    ['PostgreSQL', 'value "777001777001" is out of range for type integer'],
    ['the JSON parser', messageOf(() => JSON.parse('DOE,JOHN,777001'))],
    ['the JSON parser, with quotation marks in it,', messageOf(() => JSON.parse('x{"name":"DOE"}'))],
  ])('a log line omits a value that %s could not parse', (_who, message) => {
    const line = logged((logger) => logger.error({ err: new Error(message) }, 'x'));
    expect(line).not.toMatch(/DOE|JOHN|777001/);
    expect(line).toContain(message.slice(0, 5));
  });
});
