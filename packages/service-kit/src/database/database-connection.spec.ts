import { createServer, type Server } from 'node:net';
import { Pool } from 'pg';
import { ConnectionCircuitBreaker, clientWithCircuitBreaker } from './database-connection.ts';

const refusal = (code = '57P03') =>
  Object.assign(new Error('the database system is not yet accepting connections'), { code });

describe('refused database connections', () => {
  let time = 0;
  let attempts = 0;
  let answer: () => Promise<void>;
  let gate: ConnectionCircuitBreaker;
  beforeEach(() => {
    time = 0;
    attempts = 0;
    answer = () => Promise.reject(refusal());
    gate = new ConnectionCircuitBreaker(() => time);
  });

  const connect = () =>
    gate
      .pass(() => {
        attempts += 1;
        return answer();
      })
      .then(
        () => 'connected',
        (error: Error & { code?: string }) => error.code,
      );

  it('database connections fail immediately for half a second after a refusal', async () => {
    await connect();
    time = 499;
    expect(await Promise.all([connect(), connect(), connect()])).toEqual(['57P03', '57P03', '57P03']);
    expect(attempts).toBe(1);
  });

  it('refused database connections do not block other work when a caller retries immediately', async () => {
    await connect();
    const otherWork: string[] = [];
    setImmediate(() => otherWork.push('done'));
    for (let tries = 0; tries < 1_000 && otherWork.length === 0; tries += 1) await connect();
    expect(otherWork).toEqual(['done']);
  });

  it('one caller retries a refused database connection for all callers [fault 3.2]', async () => {
    await connect();
    time = 500;
    expect(await Promise.all([connect(), connect(), connect()])).toEqual(['57P03', '57P03', '57P03']);
    expect(attempts).toBe(2);
  });

  it('another caller retries a refused database connection after ten seconds when an attempt never ends', async () => {
    await connect();
    time = 500;
    answer = () => new Promise(() => undefined);
    void connect();
    answer = () => Promise.resolve();
    time = 10_499;
    expect(await connect()).toBe('57P03');
    time = 10_500;
    expect(await connect()).toBe('connected');
    expect(await connect()).toBe('connected');
  });

  it('all callers connect to the database again after one connection succeeds', async () => {
    await connect();
    time = 500;
    answer = () => Promise.resolve();
    expect(await connect()).toBe('connected');
    expect(await Promise.all([connect(), connect()])).toEqual(['connected', 'connected']);
  });

  it('every caller opens its own database connection after an unrelated failure', async () => {
    answer = () => Promise.reject(refusal('28P01'));
    expect(await Promise.all([connect(), connect()])).toEqual(['28P01', '28P01']);
    expect(attempts).toBe(2);
  });

  it('callers retry the database connection at once when a retry fails for another reason', async () => {
    await connect();
    time = 500;
    answer = () => Promise.reject(refusal('28P01'));
    await connect();
    expect(await connect()).toBe('28P01');
  });
});

describe('recovering database', () => {
  let server: Server;
  let opened = 0;
  let pool: Pool;
  beforeEach(async () => {
    opened = 0;
    server = createServer((socket) => {
      opened += 1;
      socket.on('error', () => undefined);
      // PostgreSQL's refusal of a session (protocol 3.0, ErrorResponse).
      const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0';
      const length = Buffer.alloc(4);
      length.writeInt32BE(4 + fields.length);
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    pool = new Pool({
      connectionString: `postgres://nobody@127.0.0.1:${port}/none`,
      max: 2,
      Client: clientWithCircuitBreaker(new ConnectionCircuitBreaker(() => 0)),
    });
  });
  afterEach(async () => {
    await pool.end();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('the connection pool rejects a hundred queries without opening more connections than its maximum', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => pool.query('SELECT 1')));
    const codes = answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason.code) : 'answered'));
    expect(new Set(codes)).toEqual(new Set(['57P03']));
    expect(opened).toBeLessThanOrEqual(2);
  });
});

// cspell:ignore mthe
