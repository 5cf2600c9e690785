import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_RETENTION_YEARS, MIN_RETENTION_YEARS, RETENTION_YEARS_MESSAGE } from '@clearwatch/contracts/retention';
import { RETENTION_YEARS, readSettings, START_VARIABLES } from './start-settings.ts';

describe('start settings', () => {
  it('npm start has default settings', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 3000, host: '127.0.0.1', logLevel: 'info' });
    expect(settings.dataDirectory).toMatch(/\.data$/);
  });

  it('npm start reports all problems with its settings in one message', () => {
    expect(() =>
      readSettings({ PORT: 'http', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', ADMIN_PASSWORD: 'short' }),
    ).toThrow(/PORT.*\n.*LOG_LEVEL.*\n.*ADMIN_PASSWORD.*\n.*DATABASE_URL/);
  });

  it('npm start passes the idle limit to the services, including 0', () => {
    expect(readSettings({})).not.toHaveProperty('sessionIdleMinutes');
    expect(readSettings({ SESSION_IDLE_MINUTES: '0' })).toMatchObject({ sessionIdleMinutes: 0 });
    expect(readSettings({ SESSION_IDLE_MINUTES: '15' })).toMatchObject({ sessionIdleMinutes: 15 });
  });

  it.each(['-1', 'an hour', '1.5', '10081'])('npm start rejects an idle limit of %s', (minutes) => {
    expect(() => readSettings({ SESSION_IDLE_MINUTES: minutes })).toThrow(/SESSION_IDLE_MINUTES/);
  });

  it('npm start passes a public path to the services and rejects an invalid one', () => {
    expect(readSettings({})).not.toHaveProperty('publicPath');
    expect(readSettings({ PUBLIC_PATH: '/clearwatch' })).toMatchObject({ publicPath: '/clearwatch' });
    for (const path of ['clearwatch', '/clearwatch/', '/', '/api', '/a b']) {
      expect(() => readSettings({ PUBLIC_PATH: path })).toThrow(/PUBLIC_PATH/);
    }
  });

  it('npm start exposes metrics only when a port is set, and requires five consecutive ports', () => {
    expect(readSettings({})).not.toHaveProperty('metricsPort');
    expect(readSettings({ METRICS_PORT: '9464' })).toMatchObject({ metricsPort: 9464 });
    for (const port of ['0', 'any', '65532'])
      expect(() => readSettings({ METRICS_PORT: port })).toThrow(/METRICS_PORT/);
  });

  it('npm start passes language model settings to reports, and nothing without a model', () => {
    expect(readSettings({ OPENAI_BASE_URL: '' }).reports).toEqual({});
    const model = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'some-model' };
    expect(readSettings({ ...model, OTHER: 'x' }).reports).toEqual(model);
  });

  it('npm start rejects incomplete language model settings without printing the key', () => {
    const start = () => readSettings({ OPENAI_API_KEY: 'sk-secret', OPENAI_PROMPT_PRICE: '0.15' });
    expect(start).toThrow(/OPENAI_MODEL.*\n.*OPENAI_COMPLETION_PRICE/);
    expect(start).not.toThrow(/sk-secret/);
    expect(() => readSettings({ OPENAI_BASE_URL: 'ftp://x', OPENAI_MODEL: 'm' })).toThrow(/OPENAI_BASE_URL/);
  });

  it('npm start passes LlamaExtract settings to ingest, and nothing without them', () => {
    expect(readSettings({ LLAMA_CLOUD_API_KEY: '' }).ingest).toEqual({});
    const reader = { LLAMA_CLOUD_API_KEY: 'llx-secret', LLAMA_CLOUD_BASE_URL: 'https://api.example.org' };
    expect(readSettings({ ...reader, OTHER: 'x' }).ingest).toEqual(reader);
  });

  it('npm start rejects incomplete LlamaExtract settings without printing the key', () => {
    const start = () => readSettings({ LLAMA_CLOUD_API_KEY: 'short' });
    expect(start).toThrow(/LLAMA_CLOUD_API_KEY must be a LlamaCloud key/);
    expect(start).not.toThrow(/short/);
    expect(() => readSettings({ LLAMA_CLOUD_BASE_URL: 'ftp://x' })).toThrow(
      /LLAMA_CLOUD_BASE_URL must be.*\n.*LLAMA_CLOUD_API_KEY must be set/,
    );
  });

  it('npm start treats an empty variable as unset', () => {
    expect(readSettings({ PORT: '', REDIS_URL: '' })).toMatchObject({ port: 3000, redisUrl: undefined });
  });

  it('npm start reads secrets from files, and names any file that cannot be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'));
    try {
      const file = join(folder, 'secret');
      writeFileSync(file, 'kept-in-a-file\n');
      const database = { DATABASE_URL: 'postgres://owner@db/clearwatch', DATABASE_PASSWORD_FILE: file };
      expect(readSettings({ ...database, ADMIN_PASSWORD_FILE: file })).toMatchObject({
        adminPassword: 'kept-in-a-file',
        databaseUrl: 'postgres://owner:kept-in-a-file@db/clearwatch',
      });
      expect(readSettings({ OPENAI_API_KEY_FILE: file, OPENAI_MODEL: 'm' }).reports).toEqual({
        OPENAI_API_KEY: 'kept-in-a-file',
        OPENAI_MODEL: 'm',
      });
      const wrong = { ...database, DATABASE_PASSWORD: 'p', REDIS_URL_FILE: join(folder, 'absent') };
      expect(() => readSettings({ ...wrong, PORT: 'x' })).toThrow(
        /DATABASE_PASSWORD and DATABASE_PASSWORD_FILE are both set.*\n.*REDIS_URL_FILE.*ENOENT.*\n.*PORT/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('npm start passes proxy settings to the gateway and rejects a proxy without trusted hops', () => {
    const proxy = { PUBLIC_ORIGINS: 'https://clearwatch.example.org', TRUST_PROXY_HOPS: '1' };
    expect(readSettings(proxy).gateway).toEqual(proxy);
    expect(readSettings({}).gateway).toEqual({});
    expect(() => readSettings({ ...proxy, TRUST_PROXY_HOPS: '' })).toThrow(/TRUST_PROXY_HOPS must be 1/);
    expect(() => readSettings({ PUBLIC_ORIGINS: 'example.org', TRUST_PROXY_HOPS: '6' })).toThrow(
      /PUBLIC_ORIGINS.*\n.*TRUST_PROXY_HOPS/,
    );
  });
});

describe('the retention period', () => {
  it('npm start has the same limits for the retention period as the services', () => {
    expect(RETENTION_YEARS).toEqual({ least: MIN_RETENTION_YEARS, most: MAX_RETENTION_YEARS });
  });

  it.each(['6', '99'])('npm start accepts a retention period of %s years', (years) => {
    expect(readSettings({ TRANSACTIONS_KEPT_YEARS: years }).transactionsKeptYears).toBe(Number(years));
  });

  it.each(['5', '100', '7.5', 'seven'])(
    'npm start rejects a retention period of %s years with the same message as the services',
    (years) => {
      expect(() => readSettings({ TRANSACTIONS_KEPT_YEARS: years })).toThrow(RETENTION_YEARS_MESSAGE);
    },
  );
});

describe('start variables', () => {
  it('the list of variables for npm start contains exactly the variables that the code reads', () => {
    const read = new Set<string>();
    const source = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_target, name) => {
          read.add(String(name));
          return undefined;
        },
      },
    );
    readSettings(source);
    expect([...read].toSorted()).toEqual([...START_VARIABLES].toSorted());
  });
});
