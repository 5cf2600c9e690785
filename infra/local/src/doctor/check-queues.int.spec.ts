import { redisUrlForTests } from '@clearwatch/service-kit/testing/queue-fixtures';
import { checkRedis, redisFindings } from './check-queues.ts';

const sound = { appendOnly: true, evictionPolicy: 'noeviction', usedBytes: 10, maxBytes: 0 };

describe('Redis checks', () => {
  it('doctor reads the settings of a running Redis and reports that appendonly is off', async () => {
    const findings = await checkRedis(redisUrlForTests(0));
    expect(findings[0]).toMatchObject({
      state: 'well',
      summary: expect.stringMatching(/^Redis \d+\.\d+\.\d+ responds$/),
    });
    expect(findings.map(({ summary }) => summary).join()).toContain('appendonly is off');
  });

  it('doctor reports a Redis that does not respond, with a remedy', async () => {
    const [finding] = await checkRedis('redis://127.0.0.1:1/0');
    expect(finding).toMatchObject({
      state: 'wrong',
      summary: expect.stringContaining('ECONNREFUSED'),
      remedy: expect.stringContaining('REDIS_URL'),
    });
  });

  it('doctor finds no problem with a Redis that evicts nothing, appends to disk, and has free memory', () => {
    expect(redisFindings(sound)).toEqual([]);
    expect(redisFindings({ ...sound, usedBytes: 80, maxBytes: 100 })).toEqual([]);
  });

  it.each([
    [{ evictionPolicy: 'allkeys-lru' }, 'wrong', /deletes jobs/],
    [{ appendOnly: false }, 'wrong', /loses jobs/],
    [{ usedBytes: 81, maxBytes: 100 }, 'note', /81% of its memory limit/],
  ])('doctor reports a Redis with %j', (state, grave, summary) => {
    expect(redisFindings({ ...sound, ...state })).toEqual([
      expect.objectContaining({ state: grave, summary: expect.stringMatching(summary) }),
    ]);
  });
});
