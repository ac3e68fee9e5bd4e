import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { StatusChip } from '../../design/StatusChip';
import { type OwnStatement, type StatementSummary, useDownloadStatement } from './queries';
import { useDueWords } from './useDueWords';

/** How many more each press shows of a long list. */
const step = 24;

/** What a producer is owed for the energy that it shared, paid or not, each with its document. */
export function Statements({ summary: { statements, toReceive } }: { summary: StatementSummary }) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const [shown, setShown] = useState(step);
  const due = useDueWords();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {t('myInvoices.statements.title')}
      </Typography>
      <Typography sx={{ mt: 1 }}>
        {toReceive.count === 0 ? (
          t('myInvoices.statements.nothing')
        ) : (
          <>
            {t('myInvoices.statements.toReceive')}{' '}
            <Box
              component="strong"
              sx={{ fontSize: '1.375rem', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
            >
              {formats.money(toReceive.amountCents)}
            </Box>{' '}
            {due(toReceive)} {t('myInvoices.statements.inBrackets', { smart_count: toReceive.count })}
          </>
        )}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {statements.slice(0, shown).map((one) => (
          <StatementRow key={one.id} statement={one} />
        ))}
      </Box>
      {statements.length > shown && (
        <Button fullWidth className="no-print" sx={{ mt: 1 }} onClick={() => setShown(shown + step)}>
          {t('myInvoices.more', { shown, total: statements.length })}
        </Button>
      )}
    </Card>
  );
}

function StatementRow({ statement }: { statement: OwnStatement }) {
  const t = useT();
  const formats = useFormats();
  const download = useDownloadStatement(statement);
  const { id, number, producerName, payerName, periodStart, periodEnd, dueDate, energyMilliWh } = statement;
  const name = number ?? id;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.75,
        alignItems: 'center',
        py: { xs: 1.5, md: 1 },
        borderTop: '1px solid',
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
        gridTemplateAreas: {
          xs: '"name amount" "days amount" "status document"',
          md: '"name days status amount document"',
        },
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1.4fr) minmax(0, 1.2fr) 136px 120px 100px' },
      }}
    >
      <Box sx={{ gridArea: 'name', minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>{name}</strong>
        <Typography component="div" variant="caption" color="textSecondary">
          {`${producerName} · ${t('myInvoices.statements.from', { name: payerName })}`}
        </Typography>
      </Box>
      <Box sx={{ gridArea: 'days', minWidth: 0 }}>
        <Typography component="div">
          {`${formats.dayRange(periodStart, periodEnd)} · ${formats.energy(energyMilliWh)}`}
        </Typography>
        {dueDate && (
          <Typography component="div" variant="caption" color="textSecondary">
            {t('myInvoices.statements.due', { day: formats.day(dueDate, 'medium') })}
          </Typography>
        )}
      </Box>
      <Box sx={{ gridArea: 'status' }}>
        <StatusChip kind="PaymentStatus" status={statement.paymentStatus} />
      </Box>
      <Typography
        component="div"
        sx={{
          gridArea: 'amount',
          alignSelf: { xs: 'start', md: 'center' },
          textAlign: 'right',
          fontWeight: 650,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {formats.money(statement.amountCents)}
      </Typography>
      <Box sx={{ gridArea: 'document', display: 'flex', justifyContent: 'flex-end' }} className="no-print">
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          sx={{ '@media (pointer: coarse)': { minHeight: 44, minWidth: 44 } }}
          startIcon={<FileDownloadOutlined />}
          loading={download.isPending}
          loadingPosition="start"
          aria-label={t('myInvoices.downloadOf', { name })}
          onClick={() => download.mutate()}
        >
          {t('myInvoices.download')}
        </Button>
      </Box>
    </Box>
  );
}
