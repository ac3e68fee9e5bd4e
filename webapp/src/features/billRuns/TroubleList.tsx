import ArrowForward from '@mui/icons-material/ArrowForward';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { LinkedText } from '../../design/LinkedText';
import { SupportContact } from '../../design/SupportContact';
import { useProblemText } from '../../design/useProblemText';
import { type Cause, type Finding, grouped, remedyOf, type Trouble, unknownKey } from './trouble';

interface TroubleListProps {
  troubles: readonly Trouble[];
  /** They have not happened yet: a check says that they would. */
  foreseen?: boolean;
}

/** Failures by what mends them: the exact text, whom it is about, what to do and where. */
export function TroubleList({ troubles, foreseen = false }: TroubleListProps) {
  const t = useT();
  const Icon = foreseen ? WarningAmberOutlined : ErrorOutlined;
  return (
    <Stack spacing={1.5}>
      {grouped(troubles).map(({ cause, count, findings }) => (
        <Box
          key={cause}
          component="section"
          className="print-whole"
          aria-label={t(`billRuns.cause.${cause}`)}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
        >
          <Stack direction="row" sx={{ gap: 1, px: 1.5, py: 1, alignItems: 'center', bgcolor: 'action.hover' }}>
            <Icon aria-hidden color={foreseen ? 'warning' : 'error'} fontSize="small" />
            <Typography variant="h3">{t(`billRuns.cause.${cause}`)}</Typography>
            <Typography color="textSecondary" sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>
              {t(foreseen ? 'billRuns.concerned' : 'billRuns.failures', { smart_count: count })}
            </Typography>
          </Stack>
          {findings.map((finding) => (
            <FindingText
              key={`${finding.trouble.key} ${JSON.stringify(finding.trouble.params)} ${finding.trouble.raw}`}
              finding={finding}
            />
          ))}
          <Remedy cause={cause} troubles={findings.flatMap(({ about }) => about)} />
        </Box>
      ))}
    </Stack>
  );
}

/** So many are named at once; the rest at a click. */
const namedAtMost = 4;

function FindingText({ finding: { trouble, about } }: { finding: Finding }) {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const [all, setAll] = useState(false);
  const named = all ? about : about.slice(0, namedAtMost);
  return (
    <Box sx={{ px: 1.5, py: 1, borderTop: 1, borderColor: 'divider' }}>
      {named.map(({ client, issuer, period }) => (
        <Typography
          key={`${client.id} ${issuer.id} ${period?.from}`}
          variant="caption"
          component="p"
          color="textSecondary"
        >
          <LinkedText
            text={t('billRuns.about', { client: client.name, issuer: issuer.name })}
            names={[
              { thing: 'client', ...client },
              { thing: 'issuer', ...issuer },
            ]}
          />
          {period && ` · ${formats.dayRange(period.from, period.to)}`}
        </Typography>
      ))}
      {about.length > named.length && (
        <Button size="small" onClick={() => setAll(true)} sx={{ minHeight: 24, px: 0.5, fontSize: '0.75rem' }}>
          {t('billRuns.aboutMore', { smart_count: about.length - named.length })}
        </Button>
      )}
      <Typography sx={{ overflowWrap: 'anywhere', mt: 0.25 }}>{words(trouble)}</Typography>
      {Array.isArray(trouble.params.sites) && (
        <Typography sx={{ mt: 0.25 }}>{t('billRuns.sites', { names: trouble.params.sites.join(', ') })}</Typography>
      )}
      {trouble.key === unknownKey && trouble.raw && (
        <Typography
          component="code"
          sx={{ display: 'block', fontSize: '0.8125rem', overflowWrap: 'anywhere', mt: 0.5 }}
        >
          {trouble.raw}
        </Typography>
      )}
    </Box>
  );
}

function Remedy({ cause, troubles }: { cause: Cause; troubles: readonly Trouble[] }) {
  const t = useT();
  const { id } = useOperation();
  const path = remedyOf(cause, troubles);
  return (
    <Stack
      direction="row"
      sx={{ gap: 1, px: 1.5, py: 1, flexWrap: 'wrap', alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
    >
      <Typography sx={{ flex: '1 1 280px' }}>
        <strong>{t('billRuns.toDo')}</strong> {t(`billRuns.remedy.${cause}`)}
      </Typography>
      {path && (
        <Button
          component={Link}
          to={`/pmo/operations/${id}/${path}`}
          size="small"
          variant="outlined"
          endIcon={<ArrowForward />}
          className="no-print"
        >
          {t(`billRuns.go.${cause as Exclude<Cause, 'again' | 'support'>}`)}
        </Button>
      )}
      {cause === 'data' && (
        <Can permission="upload:view">
          <Button
            component={Link}
            to={`/pmo/operations/${id}/imports`}
            size="small"
            variant="outlined"
            endIcon={<ArrowForward />}
            className="no-print"
          >
            {t('billRuns.importData')}
          </Button>
        </Can>
      )}
      {cause === 'support' && <SupportContact />}
    </Stack>
  );
}
