import { bootService } from '@clearwatch/service-kit/boot/boot-service';
import { defineIngest } from './ingest-service-definition.ts';

await bootService('ingest', () => defineIngest());
