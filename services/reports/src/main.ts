import { bootService } from '@clearwatch/service-kit/boot/boot-service';
import { defineReports } from './reports-service-definition.ts';

await bootService('reports', defineReports);
