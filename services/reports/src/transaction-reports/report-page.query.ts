import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Page, PageQuery, pageOf } from '@clearwatch/service-kit/http/page-query';

/** What the table of a report shows at once (spec section 9). */
const FIRST_PAGE = 100;
/** Every page is found by walking past those before it; whoever needs more exports the report. */
const DEEPEST = 10_000;

/** `page` (from 1) and `pageSize` of a report; the first hundred without them. */
export class ReportPageQuery extends PageQuery {}

/** @throws AppError `bad_request` for a page far behind the newest */
export function pageOfReport({ page, pageSize }: ReportPageQuery): Page {
  if (page === undefined && pageSize === undefined) return { limit: FIRST_PAGE, offset: 0 };
  const asked = pageOf({ page, pageSize: pageSize ?? FIRST_PAGE });
  if (asked.offset + asked.limit > DEEPEST) {
    throw new AppError(
      'bad_request',
      `Only the first ${DEEPEST.toLocaleString('en-US')} transactions of a report can be paged through. Narrow the filters or export the report.`,
    );
  }
  return asked;
}
