import { PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { NO_SUCH_FILTER } from './no-such-filter.ts';

@Injectable()
export class FilterIdPipe extends PathIdPipe {
  constructor() {
    super(NO_SUCH_FILTER);
  }
}
