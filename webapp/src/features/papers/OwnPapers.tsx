import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '../../api/session';
import { StatusChip } from '../../design/StatusChip';
import { ownAddressOf, type Paper, useOwnPapers } from './queries';

const CloseDialog = lazy(() => import('./CloseDialog').then((part) => ({ default: part.CloseDialog })));

/** The papers of one's own site: to read, to sign by sending the copy back, to refuse as a tenant. */
export function OwnPapers({ site, named }: { site: { id: string; name: string }; named: boolean }) {
  const t = useT();
  const can = useCan();
  const today = useFormats().dayOf();
  const found = useOwnPapers(site.id);
  const [closing, setClosing] = useState<{ paper: Paper; refuse: boolean }>();
  if (!found.data?.length) return null;
  const open = found.data.filter(({ status }) => status === 'MADE').length;
  return (
    <Card component="section" sx={{ mb: 2 }}>
      <CardContent>
        <Typography variant="h2">
          {named ? t('papers.own.titleOf', { site: site.name }) : t('papers.own.title')}
        </Typography>
        <Typography color="textSecondary" gutterBottom>
          {open > 0 ? t('papers.own.advice') : t('papers.own.done')}
        </Typography>
        <Stack component="ul" divider={<Divider component="li" aria-hidden />} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {found.data.map((one) => (
            <Stack
              component="li"
              key={one.id}
              direction="row"
              sx={{ py: 1.5, gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}
            >
              <div style={{ flex: '1 1 220px', minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>{t(`enums.PaperKind.${one.kind}`)}</Typography>
                <Facts one={one} />
              </div>
              <StatusChip kind="PaperStatus" status={one.status} />
              <Button
                component="a"
                size="small"
                href={ownAddressOf(site.id, one.id)}
                download
                sx={{ minHeight: 44 }}
                aria-label={`${t('papers.own.read')}, ${t(`enums.PaperKind.${one.kind}`)}`}
              >
                {t('papers.own.read')}
              </Button>
              {one.status === 'SIGNED' && (
                <Button
                  component="a"
                  size="small"
                  href={ownAddressOf(site.id, one.id, true)}
                  download
                  sx={{ minHeight: 44 }}
                  aria-label={`${t('papers.own.copy')}, ${t(`enums.PaperKind.${one.kind}`)}`}
                >
                  {t('papers.own.copy')}
                </Button>
              )}
              {one.status === 'MADE' && can('paper:send') && (
                <>
                  <Button
                    size="small"
                    variant="contained"
                    sx={{ minHeight: 44 }}
                    onClick={() => setClosing({ paper: one, refuse: false })}
                  >
                    {t('papers.own.sign')}
                  </Button>
                  {one.refusalUntil && one.refusalUntil >= today && (
                    <Button
                      size="small"
                      color="inherit"
                      sx={{ minHeight: 44 }}
                      onClick={() => setClosing({ paper: one, refuse: true })}
                    >
                      {t('papers.own.refuse')}
                    </Button>
                  )}
                </>
              )}
            </Stack>
          ))}
        </Stack>
      </CardContent>
      <Suspense fallback={null}>
        {closing && <CloseDialog of={{ participantId: site.id }} {...closing} onClose={() => setClosing(undefined)} />}
      </Suspense>
    </Card>
  );
}

function Facts({ one }: { one: Paper }) {
  const t = useT();
  const formats = useFormats();
  const day = (value: string) => formats.day(value as Day, 'medium');
  const facts = [
    t('papers.own.made', { day: formats.day(formats.dayOf(one.madeAt), 'medium') }),
    one.signedOn && t('papers.signedState', { by: one.signedBy ?? '', day: day(one.signedOn) }),
    one.refusedOn && t('papers.refusedState', { day: day(one.refusedOn) }),
    one.status === 'MADE' && one.refusalUntil && t('papers.until', { day: day(one.refusalUntil) }),
  ].filter(Boolean);
  return (
    <Typography variant="body2" color="textSecondary">
      {facts.join(' · ')}
    </Typography>
  );
}
