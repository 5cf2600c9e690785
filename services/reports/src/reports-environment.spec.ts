import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { ReportsEnvironment } from './reports-environment.ts';

const read = (more: Record<string, string>) =>
  readEnvironment(ReportsEnvironment, {
    PORT: '0',
    DATABASE_URL: 'postgres://localhost/clearwatch',
    IDENTITY_KEYS: '0'.repeat(64),
    ...more,
  });

describe('language model settings', () => {
  it('the settings for the language model are optional', () => {
    expect(read({})).toMatchObject({ REPORT_WAIT_SECONDS: 60 });
  });

  it('the settings for the language model accept a local model without a key', () => {
    const local = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'some-model' };
    expect(read(local)).toMatchObject(local);
  });

  it('invalid settings for the language model are rejected in a single error that does not reveal their values', () => {
    const wrong = {
      OPENAI_API_KEY: 'sk-secret',
      OPENAI_BASE_URL: 'ftp://models',
      OPENAI_PROMPT_PRICE: 'cheap',
    };
    expect(() => read(wrong)).toThrow(/OPENAI_BASE_URL[^]*OPENAI_MODEL[^]*OPENAI_PROMPT_PRICE/);
    expect(() => read(wrong)).toThrow(/OPENAI_COMPLETION_PRICE/);
    expect(() => read(wrong)).not.toThrow(/sk-secret|cheap/);
  });

  it('the settings for the language model require both prices or neither', () => {
    expect(read({ OPENAI_PROMPT_PRICE: '0.15', OPENAI_COMPLETION_PRICE: '0.6' })).toMatchObject({
      OPENAI_PROMPT_PRICE: 0.15,
      OPENAI_COMPLETION_PRICE: 0.6,
    });
    expect(() => read({ OPENAI_PROMPT_PRICE: '0.15' })).toThrow(/OPENAI_COMPLETION_PRICE/);
  });
});
