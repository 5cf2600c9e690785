import { failureReason } from './failed-jobs.service.ts';

describe('reason of a failed job', () => {
  it.each([
    ['unavailable in import.file', /did not respond/],
    ['insufficient_storage in import.file', /disk was full/],
    ['internal in detect.run', /Internal error/],
    ['unprocessable in document.extract', /rejected \(unprocessable\)/],
    ['job stalled more than allowable limit', /crashed or stalled/],
    ['The payload of import.file is malformed: importId', /does not match this version/],
    ['This version knows no job named import.fold', /does not have this type of job/],
  ])('a job that failed with "%s" gets a readable reason', (reason, words) => {
    expect(failureReason(reason)).toMatch(words);
  });

  it('the reason of a failed job quotes nothing from an unknown error', () => {
    expect(failureReason('Key (account_number)=(123) of DOE exists')).toBe(
      'Unknown reason; see the service log, which contains the job ID.',
    );
  });
});
