import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { AlertIdPipe } from '../alert-id.pipe.ts';
import { EvidencePdfService } from './evidence-pdf.service.ts';

const PDF = 'application/pdf';

@AllowStaff()
@Controller('api/unusual-activities/:id/evidence.pdf')
export class EvidencePdfController {
  constructor(private readonly evidence: EvidencePdfService) {}

  @Get()
  @ApiProduces(PDF)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async export(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<StreamableFile> {
    const pdf = await this.evidence.export(actor, id);
    return new StreamableFile(pdf, {
      type: PDF,
      disposition: `attachment; filename="alert-${id}-evidence.pdf"`,
      length: pdf.length,
    });
  }
}
