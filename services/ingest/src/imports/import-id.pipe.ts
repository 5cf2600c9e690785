import { Injectable } from '@nestjs/common';
import { PathIdPipe } from './path-id.pipe.ts';

@Injectable()
export class ImportIdPipe extends PathIdPipe {
  constructor() {
    super('There is no such import.');
  }
}
