import { PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';

@Injectable()
export class ImportIdPipe extends PathIdPipe {
  constructor() {
    super('There is no such import.');
  }
}
