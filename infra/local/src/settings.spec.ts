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

  it('passes the idle limit on when it is set, 0 included', () => {
    expect(readSettings({})).not.toHaveProperty('sessionIdleMinutes');
    expect(readSettings({ SESSION_IDLE_MINUTES: '0' })).toMatchObject({ sessionIdleMinutes: 0 });
    expect(readSettings({ SESSION_IDLE_MINUTES: '15' })).toMatchObject({ sessionIdleMinutes: 15 });
  });

  it.each(['-1', 'an hour', '1.5', '10081'])('refuses an idle limit of %s', (minutes) => {
    expect(() => readSettings({ SESSION_IDLE_MINUTES: minutes })).toThrow(/SESSION_IDLE_MINUTES/);
  });

  it('takes an empty variable for unset', () => {
    expect(readSettings({ PORT: '', REDIS_URL: '' })).toMatchObject({ port: 3000, redisUrl: undefined });
  });
});
