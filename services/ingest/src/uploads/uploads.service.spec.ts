import type { ImportState, ImportSummary } from '@clearwatch/contracts/imports.dto';
import { ImportEntity } from '../imports/import.entity.ts';
import { UploadsService } from './uploads.service.ts';

type Services = ConstructorParameters<typeof UploadsService>;

const recovering = Object.assign(new Error('the database system is not yet accepting connections'), {
  code: '57P03',
});

/** Follows an import whose polls return these answers in order; the last one repeats. */
function follow(answers: (ImportState | Error)[], waitSeconds: number): Promise<ImportSummary> {
  const [environment, imports, producer] = [
    { UPLOAD_WAIT_SECONDS: waitSeconds },
    {
      find: async () => {
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (answer instanceof Error) throw answer;
        return Object.assign(new ImportEntity(), { state: answer, visibleState: answer });
      },
    },
    { tryEnqueue: async () => true },
  ];
  const services = [environment, {}, {}, imports, {}, producer] as unknown as Services;
  return new UploadsService(...services).follow(1, new AbortController().signal);
}

describe('database outage while the sender waits', () => {
  it('an upload is answered with its result when the database is back after an outage [fault 3.2]', async () => {
    expect(await follow([recovering, 'importing', recovering, 'completed'], 60)).toMatchObject({
      state: 'completed',
    });
  });

  it('an upload is answered with the last known state when the database is not back in time', async () => {
    expect(await follow(['importing', recovering], 0.1)).toMatchObject({ state: 'importing' });
  });

  it('an upload is answered with a message that the file was received when nothing else is known', async () => {
    await expect(follow([recovering], 0)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The file was received .* You do not need to send it again\.$/),
    });
  });
});
