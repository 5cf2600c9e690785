import { readSettings } from './settings.ts';

describe('settings of npm start', () => {
  it('has a default for everything', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 3000, host: '127.0.0.1', logLevel: 'info' });
    expect(settings.dataDirectory).toMatch(/\.data$/);
  });

  it('names every problem at once', () => {
    expect(() =>
      readSettings({ PORT: 'http', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', ADMIN_PASSWORD: 'short' }),
    ).toThrow(/PORT.*\n.*LOG_LEVEL.*\n.*ADMIN_PASSWORD.*\n.*DATABASE_URL/);
  });

  it('takes an empty variable for unset', () => {
    expect(readSettings({ PORT: '', REDIS_URL: '' })).toMatchObject({ port: 3000, redisUrl: undefined });
  });
});
