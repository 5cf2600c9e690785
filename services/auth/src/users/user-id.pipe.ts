import { LARGEST_INTEGER, PathIdPipe } from '@clearwatch/service-kit/http/path-id.pipe';
import { Injectable } from '@nestjs/common';
import { NO_SUCH_USER } from './no-such-user.ts';

@Injectable()
export class UserIdPipe extends PathIdPipe {
  constructor() {
    super(NO_SUCH_USER, LARGEST_INTEGER);
  }
}
