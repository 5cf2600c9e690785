import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { ReportsEnvironment } from './reports-environment.ts';

const read = (more: Record<string, string>) =>
  readEnvironment(ReportsEnvironment, {
    PORT: '0',
    DATABASE_URL: 'postgres://localhost/clearwatch',
    IDENTITY_KEYS: '0'.repeat(64),
    ...more,
  });

describe('the settings of a language model', () => {
  it('may all be left out', () => {
    expect(read({})).toMatchObject({ REPORT_WAIT_SECONDS: 60 });
  });

  it('take a model on the premises, which needs no key', () => {
    const local = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'some-model' };
    expect(read(local)).toMatchObject(local);
  });

  it('are told off all at once, without their values', () => {
    const wrong = {
      OPENAI_API_KEY: 'sk-secret',
      OPENAI_BASE_URL: 'ftp://models',
      OPENAI_PROMPT_PRICE: 'cheap',
    };
    expect(() => read(wrong)).toThrow(/OPENAI_BASE_URL[^]*OPENAI_MODEL[^]*OPENAI_PROMPT_PRICE/);
    expect(() => read(wrong)).toThrow(/OPENAI_COMPLETION_PRICE/);
    expect(() => read(wrong)).not.toThrow(/sk-secret|cheap/);
  });

  it('know prices as pairs', () => {
    expect(read({ OPENAI_PROMPT_PRICE: '0.15', OPENAI_COMPLETION_PRICE: '0.6' })).toMatchObject({
      OPENAI_PROMPT_PRICE: 0.15,
      OPENAI_COMPLETION_PRICE: 0.6,
    });
    expect(() => read({ OPENAI_PROMPT_PRICE: '0.15' })).toThrow(/OPENAI_COMPLETION_PRICE/);
  });
});
