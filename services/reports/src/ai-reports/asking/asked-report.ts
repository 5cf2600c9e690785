import type { ReportType } from '@clearwatch/contracts/ai-reports';
import type { GenerateReportRequest } from '@clearwatch/contracts/ai-reports.dto';
import { type Day, isDay } from '@clearwatch/domain/calendar/day';
import { AppError } from '@clearwatch/service-kit/errors/app-error';

/** A report that can be written. Days that are left out are found by the worker, from the ledger. */
export interface AskedReport {
  reportType: ReportType;
  firstDay: Day | null;
  lastDay: Day | null;
  prompt: string | null;
}

/** Imports take days from this one on (spec of import files). */
const EARLIEST = '1970-01-01';

/**
 * @param today no entry is later than the end of next year
 * @throws AppError `bad_request` with what is wrong, in words
 */
export function askedReport(request: GenerateReportRequest, today: Day): AskedReport {
  const latest = `${Number(today.slice(0, 4)) + 1}-12-31`;
  const dayOf = (what: string, day: string | null | undefined): Day | null => {
    if (day === undefined || day === null) return null;
    if (!isDay(day)) throw wrong(`The ${what} date is no day of the calendar.`);
    if (day < EARLIEST || day > latest)
      throw wrong(`The ${what} date must lie between ${EARLIEST} and ${latest}.`);
    return day;
  };
  const firstDay = dayOf('start', request.dateRangeStart);
  const lastDay = dayOf('end', request.dateRangeEnd);
  if (firstDay !== null && lastDay !== null && firstDay > lastDay)
    throw wrong('The start date must not be after the end date.');
  return { reportType: request.reportType, firstDay, lastDay, prompt: promptOf(request) };
}

function promptOf({ reportType, customPrompt }: GenerateReportRequest): string | null {
  const prompt = customPrompt?.toWellFormed().replaceAll('\0', '').trim() ?? '';
  if (reportType === 'custom') {
    if (prompt === '') throw wrong('A custom report needs a prompt: say what it is to be about.');
    return prompt;
  }
  if (prompt !== '') throw wrong('Only a custom report takes a prompt.');
  return null;
}

function wrong(sentence: string): AppError {
  return new AppError('bad_request', sentence);
}
