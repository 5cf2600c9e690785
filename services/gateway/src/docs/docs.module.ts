import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Controller, Get, Module, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ProxyModule } from '../proxy/upstreams.ts';
import { OpenApiService } from './open-api.service.ts';

const ASSETS = join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), '/');

const ASSET_FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', join(ASSETS, 'swagger-ui.css')],
  ['swagger-ui-bundle.js', join(ASSETS, 'swagger-ui-bundle.js')],
]);

/** The content security policy forbids inline scripts. */
const START_SCRIPT = `window.SwaggerUIBundle({
  url: 'docs/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  presets: [window.SwaggerUIBundle.presets.apis],
});
`;

/** URLs are relative, because a proxy may add a path prefix. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Clearwatch API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="api"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

@ApiExcludeController()
@Controller('api/docs')
class DocsController {
  constructor(private readonly openApi: OpenApiService) {}

  @Get()
  page(@Res() response: Response): void {
    response.type('html').send(PAGE);
  }

  @Get('openapi.json')
  document(): Promise<object> {
    return this.openApi.merged();
  }

  @Get('start.js')
  start(@Res() response: Response): void {
    response.type('js').send(START_SCRIPT);
  }

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    const path = ASSET_FILES.get(name);
    if (path === undefined) throw new AppError('not_found', 'This address does not exist.');
    response.sendFile(path, { cacheControl: false });
  }
}

@Module({ imports: [ProxyModule], controllers: [DocsController], providers: [OpenApiService] })
export class DocsModule {}
