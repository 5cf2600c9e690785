import { Module } from '@nestjs/common';
import { ProxyModule } from '../proxy/proxy.module.ts';
import { DocsController } from './docs.controller.ts';
import { DocsFiles } from './docs-files.ts';
import { OpenApiService } from './open-api.service.ts';

@Module({ imports: [ProxyModule], controllers: [DocsController], providers: [DocsFiles, OpenApiService] })
export class DocsModule {}
