import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Page, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';

/** Every page is found by walking past those before it; whoever needs more exports the report. */
const DEEPEST = 10_000;

/** `page` (from 1) and `pageSize` of a report; the first thousand without them. */
export class ReportPageQuery extends PageQuery {}

/** @throws AppError `bad_request` for a page far behind the newest */
export function pageOfReport(query: ReportPageQuery): Page {
  const page = pageOf(query);
  if (page.offset + page.limit > DEEPEST) {
    throw new AppError(
      'bad_request',
      `Only the first ${DEEPEST.toLocaleString('en-US')} transactions of a report can be paged through. Narrow the filters or export the report.`,
    );
  }
  return page;
}
