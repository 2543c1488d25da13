"""Why a batch did what it did: one rule a file, each a pure function of the recording and the batch."""

from __future__ import annotations

from planviz.analysis.why.backlog_left import backlog_left
from planviz.analysis.why.batch_failed import batch_failed
from planviz.analysis.why.counted_twice import counted_twice
from planviz.analysis.why.falling_behind import falling_behind
from planviz.analysis.why.filtered_in_scan import filtered_in_scan
from planviz.analysis.why.next_to_close import next_to_close
from planviz.analysis.why.no_data_batch import no_data_batch
from planviz.analysis.why.no_progress import no_progress
from planviz.analysis.why.nothing_written import nothing_written
from planviz.analysis.why.rows_dropped import rows_dropped
from planviz.analysis.why.rows_through import rows_through
from planviz.analysis.why.sentence import Rule, Sentence
from planviz.analysis.why.state_grew import state_grew
from planviz.analysis.why.state_shrank import state_shrank
from planviz.analysis.why.watermark_held import watermark_held
from planviz.analysis.why.whole_result_written import whole_result_written
from planviz.analysis.why.written_before import written_before
from planviz.model import Batch, Recording

RULES: tuple[Rule, ...] = (
    batch_failed,
    no_progress,
    rows_dropped,
    no_data_batch,
    state_shrank,
    nothing_written,
    falling_behind,
    backlog_left,
    whole_result_written,
    counted_twice,
    written_before,
    watermark_held,
    rows_through,
    filtered_in_scan,
    state_grew,
    next_to_close,
)
"""What matters most comes first; what will happen comes last."""


def explain(recording: Recording, batch: Batch) -> tuple[Sentence, ...]:
    """Every sentence that holds for a batch."""
    found = (rule(recording, batch) for rule in RULES)
    return tuple(sentence for sentence in found if sentence)


__all__ = ["RULES", "Rule", "Sentence", "explain"]
