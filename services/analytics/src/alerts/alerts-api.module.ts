import { Module } from '@nestjs/common';
import { AlertsController } from './alerts.controller.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';

@Module({ controllers: [AlertsController], providers: [AlertsRepository, AlertsService] })
export class AlertsApiModule {}
