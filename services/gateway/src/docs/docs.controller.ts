import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { DocsFiles } from './docs-files.ts';
import { OpenApiService } from './open-api.service.ts';

/** The description of the whole API, for signed-in staff. */
@ApiExcludeController()
@Controller('api/docs')
export class DocsController {
  constructor(
    private readonly files: DocsFiles,
    private readonly openApi: OpenApiService,
  ) {}

  @Get()
  page(@Res() response: Response): void {
    response.type('html').send(this.files.page);
  }

  @Get('openapi.json')
  document(): Promise<object> {
    return this.openApi.merged();
  }

  @Get('start.js')
  start(@Res() response: Response): void {
    response.type('js').send(this.files.start);
  }

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    response.sendFile(this.files.pathOf(name), { cacheControl: false });
  }
}
