import { failureReason } from './failed-jobs.service.ts';

describe('why a job was given up', () => {
  it.each([
    ['unavailable in import.file', /did not answer/],
    ['insufficient_storage in import.file', /disk was full/],
    ['internal in detect.run', /fault in the program/],
    ['unprocessable in document.extract', /refused \(unprocessable\)/],
    ['job stalled more than allowable limit', /died or stood still/],
    ['The payload of import.file is malformed: importId', /fields do not fit/],
    ['This version knows no job named import.fold', /knows no such job/],
  ])('%s', (reason, words) => {
    expect(failureReason(reason)).toMatch(words);
  });

  it('quotes nothing that somebody else has put there', () => {
    expect(failureReason('Key (account_number)=(123) of DOE exists')).toBe(
      'Not known; the log of the service says more, under the id of the job.',
    );
  });
});
