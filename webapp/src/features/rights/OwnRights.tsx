import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useCan } from '../../api/session';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { useProblemText } from '../../design/useProblemText';
import { AskDialog } from './AskDialog';
import { ConsentList } from './ConsentList';
import { type AskedKind, type ConsentState, useRecordConsent, useRights } from './queries';
import { RequestList } from './RequestList';

const kinds = ['LEAVE', 'MOVE'] as const satisfies readonly AskedKind[];

/** What the holder of a site agreed to, takes back and asks. Nothing follows by itself: who runs the operation answers. */
export function OwnRights({ site, named }: { site: { id: string; name: string }; named: boolean }) {
  const t = useT();
  const can = useCan();
  const words = useProblemText();
  const read = useRights(site.id);
  const record = useRecordConsent();
  const [taking, setTaking] = useState<ConsentState>();
  const [asking, setAsking] = useState<AskedKind>();
  if (read.isPending) return <RowsSkeleton rows={4} height={64} />;
  if (read.isError) return <ErrorPanel error={read.error} onRetry={() => read.refetch()} />;
  const { consents, currentVersion, requests } = read.data;
  const say = (purpose: ConsentState['purpose'], given: boolean) =>
    record.mutate(
      {
        params: { path: { participantId: site.id } },
        body: { purpose, given, textVersion: currentVersion },
      },
      {
        onSuccess: () => notify(t(given ? 'rights.given' : 'rights.withdrawn')),
        onError: (error) => notify(words(error), { variant: 'error' }),
        onSettled: () => setTaking(undefined),
      },
    );
  const suffix = named ? `, ${site.name}` : '';
  return (
    <>
      <Card>
        <CardContent>
          <Typography variant="h2" gutterBottom>
            {t('rights.consents.title')}
            {suffix}
          </Typography>
          <ConsentList
            states={consents}
            action={(one) =>
              can('consent:create') && (
                <Button
                  variant="outlined"
                  color={one.given ? 'inherit' : 'primary'}
                  disabled={record.isPending}
                  aria-label={`${t(one.given ? 'rights.withdraw' : 'rights.give')}, ${t(`enums.ConsentPurpose.${one.purpose}`)}${suffix}`}
                  onClick={() => (one.given ? setTaking(one) : say(one.purpose, true))}
                >
                  {t(one.given ? 'rights.withdraw' : 'rights.give')}
                </Button>
              )
            }
          />
        </CardContent>
      </Card>
      <Card>
        <CardContent>
          <Typography variant="h2" gutterBottom>
            {t('rights.requests.title')}
            {suffix}
          </Typography>
          <Typography color="textSecondary" gutterBottom>
            {t('rights.requests.advice')}
          </Typography>
          {can('siteRequest:create') && (
            <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mb: 2 }}>
              {kinds.map((kind) => (
                <Button
                  key={kind}
                  variant="outlined"
                  disabled={requests.some((one) => one.kind === kind && !one.outcome)}
                  aria-label={`${t(`rights.ask.${kind}`)}${suffix}`}
                  onClick={() => setAsking(kind)}
                >
                  {t(`rights.ask.${kind}`)}
                </Button>
              ))}
            </Stack>
          )}
          <RequestList rows={requests} />
        </CardContent>
      </Card>
      <ConfirmDialog
        open={taking !== undefined}
        title={t('rights.withdrawTitle')}
        confirmLabel={t('rights.withdraw')}
        destructive
        pending={record.isPending}
        onConfirm={() => taking && say(taking.purpose, false)}
        onClose={() => setTaking(undefined)}
      >
        {t('rights.withdrawAdvice')}
      </ConfirmDialog>
      {asking && <AskDialog site={site} kind={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}
