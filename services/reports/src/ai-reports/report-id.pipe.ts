import { PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { NO_SUCH_REPORT } from './no-such-report.ts';

@Injectable()
export class ReportIdPipe extends PathIdPipe {
  constructor() {
    super(NO_SUCH_REPORT);
  }
}
